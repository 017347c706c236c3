import { Columns3 } from 'lucide-react';
import { Button } from '~/ui/forms/button';
import { CheckboxField } from '~/ui/forms/checkbox-field';
import { Form } from '~/ui/forms/form';
import { ToolbarMenu } from '~/ui/forms/toolbar-menu';
import {
  transactionColumnNames,
  maxTransactionColumns,
  transactionColumnLabels,
  type TransactionColumn,
} from '~/ui/transactions/transaction-columns';

/** The person's choice of columns. */
export function ChooseColumns({
  columns,
  returnTo,
}: {
  columns: readonly TransactionColumn[];
  returnTo: string;
}) {
  return (
    <ToolbarMenu title="Columns" icon={Columns3}>
      <Form method="post" action="/transactions/columns" preventScrollReset className="space-y-4">
        <input type="hidden" name="returnTo" value={returnTo} />
        <fieldset>
          <legend className="mb-2 text-ink-soft">
            The amount is always shown. At most {maxTransactionColumns} columns can be shown.
          </legend>
          <div className="grid sm:grid-cols-3 lg:grid-cols-4">
            {transactionColumnNames.slice(1).map((name) => (
              <CheckboxField
                key={name}
                id={`column-${name}`}
                name="column"
                value={name}
                label={transactionColumnLabels[name]}
                defaultChecked={columns.includes(name)}
              />
            ))}
          </div>
        </fieldset>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" size="small">
            Apply columns
          </Button>
          <Button type="submit" size="small" variant="quiet" name="usual" value="yes">
            Reset to default
          </Button>
        </div>
      </Form>
    </ToolbarMenu>
  );
}

import { Columns3 } from 'lucide-react';
import { Button } from '~/ui/forms/button';
import { CheckboxField } from '~/ui/forms/checkbox-field';
import { FieldErrorMessage } from '~/ui/forms/field';
import { Form } from '~/ui/forms/form';
import { ToolbarMenu } from '~/ui/forms/toolbar-menu';
import {
  transactionColumnNames,
  maxTransactionColumns,
  transactionColumnLabels,
  type TransactionColumn,
} from '~/ui/transactions/transaction-columns';

export const tooManyColumnsMessage = `Choose at most ${maxTransactionColumns - 1} columns`;

type Props = {
  columns: readonly TransactionColumn[];
  /** A choice of too many columns, for correction. */
  rejected: readonly TransactionColumn[] | null;
  returnTo: string;
};

/** The person's choice of columns. */
export function ChooseColumns({ columns, rejected, returnTo }: Props) {
  return (
    <ToolbarMenu title="Columns" icon={Columns3} open={rejected !== null}>
      <Form
        method="post"
        action="/transactions/columns"
        preventScrollReset
        onSubmit={({ currentTarget }) => currentTarget.closest('details')?.removeAttribute('open')}
        className="space-y-4"
      >
        <input type="hidden" name="returnTo" value={returnTo} />
        <fieldset id="columns" tabIndex={-1} aria-describedby={rejected ? 'columns-error' : undefined}>
          <legend className="mb-2 text-ink-soft">
            Choose up to {maxTransactionColumns - 1} columns besides the amount.
          </legend>
          {rejected && <FieldErrorMessage id="columns" message={tooManyColumnsMessage} />}
          <div className="grid sm:grid-cols-3 lg:grid-cols-4">
            {transactionColumnNames.slice(1).map((name) => (
              <CheckboxField
                key={name}
                id={`column-${name}`}
                name="column"
                value={name}
                label={transactionColumnLabels[name]}
                defaultChecked={(rejected ?? columns).includes(name)}
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

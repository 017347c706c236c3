import { SlidersHorizontal } from 'lucide-react';
import { apiOperationNames, apiOperations } from '~/platform/api-description/api-operations';
import type { DayRange } from '~/platform/time/day-range';
import { maximumLineUnits } from '~/platform/text/line-input';
import { Button } from '~/ui/forms/button';
import { DayRangeFields } from '~/ui/forms/day-range-fields';
import { Field } from '~/ui/forms/field';
import { describeResult, FilterResult, type ResultCount } from '~/ui/forms/filter-result';
import { Form } from '~/ui/forms/form';
import { SelectField } from '~/ui/forms/select-field';
import { ToolbarMenu } from '~/ui/forms/toolbar-menu';
import { TextLink } from '~/ui/content/text-link';

/** The filter in the URL. */
export type RequestFilterInput = DayRange & {
  status?: string;
  operation?: string;
  code?: string;
  external_id?: string;
  secret?: string;
};

const statuses = [
  { value: '', text: 'All' },
  { value: '2', text: '2xx, succeeded' },
  { value: '4', text: '4xx, rejected' },
  { value: '5', text: '5xx, failed or unknown' },
];
const operations = [
  { value: '', text: 'All' },
  ...apiOperationNames.map((name) => ({ value: name, text: apiOperations[name].join(' ') })),
];

/** A plain GET form that filters the list. */
export function RequestFilter({
  input,
  problems,
  secrets,
  filtered,
  result,
}: {
  input: RequestFilterInput;
  problems: DayRange & { code?: string };
  secrets: readonly { id: string; hint: string }[];
  filtered: boolean;
  result: ResultCount;
}) {
  const count = Object.values(input).filter(Boolean).length;
  return (
    <div className="relative mb-3 flex flex-wrap items-center gap-3">
      <ToolbarMenu
        key={JSON.stringify(input)}
        title={count ? `Filters (${count})` : 'Filters'}
        icon={SlidersHorizontal}
        open={Object.keys(problems).length > 0}
      >
        <Form role="search" className="grid grid-cols-2 items-end gap-3 lg:grid-cols-4">
          <SelectField name="status" label="Response" defaultValue={input.status ?? ''} options={statuses} />
          <SelectField
            name="operation"
            label="Operation"
            defaultValue={input.operation ?? ''}
            options={operations}
          />
          <Field
            name="code"
            label="Error code"
            placeholder="external_id_conflict"
            defaultValue={input.code}
            error={problems.code}
            maxLength={40}
            autoCapitalize="none"
            spellCheck={false}
          />
          <Field
            name="external_id"
            label="external_id"
            placeholder="Complete ID"
            defaultValue={input.external_id}
            maxLength={maximumLineUnits}
            autoCapitalize="none"
            spellCheck={false}
          />
          <SelectField
            name="secret"
            label="Secret"
            defaultValue={input.secret ?? ''}
            options={[
              { value: '', text: 'All' },
              ...secrets.map(({ id, hint }) => ({ value: id, text: `…${hint}` })),
            ]}
          />
          <DayRangeFields range={input} errors={problems} />
          <div>
            <Button type="submit" variant="secondary">
              Filter
            </Button>
          </div>
        </Form>
      </ToolbarMenu>
      {filtered && <TextLink to="/developers/requests">Clear filters</TextLink>}
      <FilterResult filter={input}>{describeResult(result)}</FilterResult>
    </div>
  );
}

import { apiOperationNames, apiOperations } from '~/platform/api-operations';
import type { DayRange } from '~/platform/day-range';
import { longestLineUnits } from '~/platform/typed-line';
import { DayRangeFields } from '~/ui/forms/day-range-fields';
import { Field } from '~/ui/forms/field';
import { ListFilterForm } from '~/ui/forms/list-filter-form';
import { SelectField } from '~/ui/forms/select-field';

/** The filter as it stands in the address. */
export type Typed = DayRange & {
  status?: string;
  operation?: string;
  code?: string;
  external_id?: string;
  secret?: string;
};

const statuses = [
  { value: '', text: 'All' },
  { value: '2', text: '2xx, went well' },
  { value: '4', text: '4xx, refused' },
  { value: '5', text: '5xx, not known or failed' },
];
const operations = [
  { value: '', text: 'All' },
  ...apiOperationNames.map((name) => ({ value: name, text: apiOperations[name].join(' ') })),
];

/** Narrows the list down; a plain form that ends up in the address. */
export function RequestFilter({
  typed,
  problems,
  secrets,
  filtered,
}: {
  typed: Typed;
  problems: DayRange;
  secrets: readonly { id: string; hint: string }[];
  filtered: boolean;
}) {
  return (
    <ListFilterForm
      filter={typed}
      resetUrl={filtered && '/developers/requests'}
      className="mb-6 grid grid-cols-2 items-end gap-3 lg:grid-cols-4"
    >
      <SelectField name="status" label="Answer" defaultValue={typed.status ?? ''} options={statuses} />
      <SelectField
        name="operation"
        label="Operation"
        defaultValue={typed.operation ?? ''}
        options={operations}
      />
      <Field
        name="code"
        label="Error code"
        placeholder="external_id_conflict"
        defaultValue={typed.code}
        maxLength={40}
        autoCapitalize="none"
        spellCheck={false}
      />
      <Field
        name="external_id"
        label="external_id"
        placeholder="Whole"
        defaultValue={typed.external_id}
        maxLength={longestLineUnits}
        autoCapitalize="none"
        spellCheck={false}
      />
      <SelectField
        name="secret"
        label="Secret"
        defaultValue={typed.secret ?? ''}
        options={[
          { value: '', text: 'All' },
          ...secrets.map(({ id, hint }) => ({ value: id, text: `…${hint}` })),
        ]}
      />
      <DayRangeFields range={typed} errors={problems} />
    </ListFilterForm>
  );
}

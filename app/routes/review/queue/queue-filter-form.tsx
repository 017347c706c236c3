import { maximumLineLength } from '~/platform/text/line-input';
import { Field } from '~/ui/forms/field';
import type { ResultCount } from '~/ui/forms/filter-result';
import { ListFilterForm } from '~/ui/forms/list-filter-form';
import { SelectField } from '~/ui/forms/select-field';
import { clearQueueFilter, getQueueUrl, isQueueFiltered, type QueueFilter } from './queue-url';

type Option = { value: string; text: string };

/** The values that each filter can have. */
export type QueueFilterOptions = { countries: Option[]; businessForms: Option[]; reviewers: Option[] };

type Props = { filter: QueueFilter; options: QueueFilterOptions; result: ResultCount };

export function QueueFilterForm({ filter, options, result }: Props) {
  const { view, search, country, businessForm, assignedTo } = filter;
  const selects = [
    ['country', 'Country', country, options.countries],
    ['businessForm', 'Business type', businessForm, options.businessForms],
    ['assignedTo', 'Assigned to', assignedTo, options.reviewers],
  ] as const;
  return (
    <ListFilterForm
      action="/review"
      filter={filter}
      resetUrl={isQueueFiltered(filter) && getQueueUrl(clearQueueFilter(filter))}
      result={result}
    >
      <input type="hidden" name="view" value={view} />
      <Field
        name="search"
        type="search"
        label="Search this view"
        hint="Part of the name, or a complete ID."
        defaultValue={search}
        maxLength={maximumLineLength}
        className="w-full sm:w-72"
      />
      {selects.map(([name, label, value, values]) => (
        <SelectField
          key={name}
          name={name}
          label={label}
          defaultValue={value}
          options={[{ value: '', text: 'All' }, ...values]}
          className="w-full sm:w-44"
        />
      ))}
    </ListFilterForm>
  );
}

import { longestLine } from '~/platform/typed-line';
import { Field } from '~/ui/forms/field';
import { ListFilterForm } from '~/ui/forms/list-filter-form';
import { getQueueUrl, type QueueFilter } from './queue-url';

export function QueueSearch({ filter }: { filter: QueueFilter }) {
  return (
    <ListFilterForm
      action="/review"
      filter={filter.search}
      resetUrl={filter.search !== '' && getQueueUrl({ ...filter, search: '', page: 1 })}
      submitLabel="Search"
    >
      <input type="hidden" name="view" value={filter.view} />
      <Field
        name="search"
        type="search"
        label="Find in this view"
        hint="A part of the name, or a whole id."
        defaultValue={filter.search}
        maxLength={longestLine}
        className="w-full sm:w-96"
      />
    </ListFilterForm>
  );
}

import { maximumLineLength } from '~/platform/text/line-input';
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
        label="Search this view"
        hint="Part of the name, or a complete ID."
        defaultValue={filter.search}
        maxLength={maximumLineLength}
        className="w-full sm:w-96"
      />
    </ListFilterForm>
  );
}

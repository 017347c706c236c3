import { longestLine } from '~/platform/typed-line';
import { Field } from '~/ui/field';
import { ListFilter } from '~/ui/list-filter';
import { queueAddress, type QueueFilter } from './address';

export function QueueSearch({ filter }: { filter: QueueFilter }) {
  return (
    <ListFilter
      action="/review"
      typed={filter.search}
      all={filter.search !== '' && queueAddress({ ...filter, search: '', page: 1 })}
      verb="Search"
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
    </ListFilter>
  );
}

import { Form } from '@remix-run/react';
import { longestLine } from '~/platform/typed-line';
import { Button, ButtonLink } from '~/ui/button';
import { Field } from '~/ui/field';
import { queueAddress, type QueueFilter } from './address';

export function QueueSearch({ filter }: { filter: QueueFilter }) {
  return (
    <Form action="/review" role="search" className="mb-6 flex flex-wrap items-end gap-3">
      <input type="hidden" name="view" value={filter.view} />
      <Field name="search" type="search" label="Find in this view" hint="A part of the name, or a whole id." defaultValue={filter.search} maxLength={longestLine} className="w-full sm:w-96" />
      <Button type="submit" variant="secondary">
        Search
      </Button>
      {filter.search && (
        <ButtonLink to={queueAddress({ ...filter, search: '', page: 1 })} variant="quiet">
          Clear
        </ButtonLink>
      )}
    </Form>
  );
}

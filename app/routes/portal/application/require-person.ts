import type { Params } from '@remix-run/react';
import type { Checklist } from '~/merchants/applications/answers/checklist';
import { formatPersonName } from '~/merchants/applications/answers/review-items';

/**
 * The URL's person.
 * @throws 404 when this application has no such person
 */
export function requireApplicationPerson({ people, items }: Checklist, { personId }: Params) {
  const person = people.find(({ id }) => id === personId);
  const item = items.find(({ person }) => person && person.id === personId);
  if (!person || !item) throw new Response('Not found', { status: 404 });
  return {
    id: person.id,
    name: formatPersonName(person),
    title: person.answers.person_name?.trim() || 'Add a person',
    isOpen: item.isOpen,
    requested: item.requestedChange,
  };
}

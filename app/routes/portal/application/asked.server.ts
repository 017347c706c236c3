import type { Checklist } from '~/merchants/applications/answers/checklist';
import { personDocument } from '~/merchants/applications/questions/questions';
import type { Asked } from './answers-reply';
import { documentPlaces } from './document-places';
import { fieldsOfPerson, fieldsOfStep } from './fields.server';

/** What a step asks now. `unkept`: answers that were sent and hold a card number. */
export async function askedOfStep(
  accountId: string,
  checklist: Checklist,
  step: string,
  unkept: readonly string[] = [],
): Promise<Asked> {
  const items = checklist.items.filter((item) => item.step === step);
  return { fields: fieldsOfStep(checklist, step, unkept), places: await documentPlaces(accountId, items) };
}

/** What is asked about a person now, on a page of their own. */
export async function askedOfPerson(
  accountId: string,
  checklist: Checklist,
  personId: string,
  unkept: readonly string[] = [],
): Promise<Asked> {
  const places = await documentPlaces(
    accountId,
    checklist.items.filter(({ documentSlot }) => documentSlot?.subject === personId),
  );
  return {
    fields: fieldsOfPerson(checklist, personId, unkept),
    places: places.map((place) => ({ ...place, label: personDocument.label })),
  };
}

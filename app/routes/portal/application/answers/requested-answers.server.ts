import type { Checklist } from '~/merchants/applications/answers/checklist';
import { personDocument } from '~/merchants/applications/questions/questions';
import type { RequestedAnswers } from './answers-reply';
import { listDocumentSlots } from '../documents/document-slots';
import { listPersonFields, listStepFields } from './fields.server';

/** What a step asks now. `unkept`: answers that were sent and hold a card number. */
export async function readRequestedStep(
  accountId: string,
  checklist: Checklist,
  step: string,
  unkept: readonly string[] = [],
): Promise<RequestedAnswers> {
  const items = checklist.items.filter((item) => item.step === step);
  return {
    fields: listStepFields(checklist, step, unkept),
    places: await listDocumentSlots(accountId, items),
  };
}

/** What is asked about a person now, on a page of their own. */
export async function readRequestedPerson(
  accountId: string,
  checklist: Checklist,
  personId: string,
  unkept: readonly string[] = [],
): Promise<RequestedAnswers> {
  const places = await listDocumentSlots(
    accountId,
    checklist.items.filter(({ documentSlot }) => documentSlot?.subject === personId),
  );
  return {
    fields: listPersonFields(checklist, personId, unkept),
    places: places.map((place) => ({ ...place, label: personDocument.label })),
  };
}

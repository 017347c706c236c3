import type { Checklist } from '~/merchants/applications/answers/checklist';
import { personDocument } from '~/merchants/applications/questions/questions';
import type { RequestedAnswers } from './answers-reply';
import { listDocumentSlots } from '../documents/document-slots';
import { listPersonFields, listStepFields } from './fields.server';

/** The current questions of a step. `unkept`: answers that contain a card number. */
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

/** The current questions about a person, on a separate page. */
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

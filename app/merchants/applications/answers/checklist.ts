import { listCurrentDocuments, type CurrentDocument } from '~/documents/current-documents';
import { prisma } from '~/platform/database/db.server';
import { findApplication } from '~/merchants/applications/applications';
import { findChangedItems, findSubmittedContents } from './submitted-contents';
import type { Answers, BusinessPerson } from '~/merchants/applications/questions/question';
import type { StepId } from '~/merchants/applications/questions/questions';
import { isItemReopened, findReopenedItems, type ReopenedItems } from './reopened-items';
import type { ApplicationState } from '~/merchants/applications/states';
import { listReviewItems, type ReviewItem } from './review-items';
import { findRequestedChanges } from '~/merchants/applications/review/item-reviews';

/** A review item for the merchant. */
export type ChecklistItem = ReviewItem & {
  /** Whether the merchant can edit it now. */
  isOpen: boolean;
  /** The reviewer's reason, while a change is requested. */
  requestedChange: string | null;
  /** Whether it differs from the last submission. */
  isChanged: boolean;
};

/** An application for its merchant: the questions, missing answers, and editable items. */
export type Checklist = {
  /** Null until the first answer. */
  applicationId: string | null;
  state: ApplicationState;
  promisedAt: Date | null;
  answers: Answers;
  people: BusinessPerson[];
  documents: CurrentDocument[];
  items: ChecklistItem[];
};

export async function retrieveChecklist(accountId: string): Promise<Checklist> {
  const [found, documents] = await Promise.all([
    findApplication({ accountId }),
    listCurrentDocuments(accountId),
  ]);
  if (!found) {
    const emptyContents = { answers: {}, people: [], documents };
    return {
      ...emptyContents,
      applicationId: null,
      state: 'DRAFT',
      promisedAt: null,
      items: toChecklistItems(listReviewItems(emptyContents), { reopened: 'all' }),
    };
  }
  const now = { ...found, documents };
  const [reopened, requestedChanges, before] = await Promise.all([
    findReopenedItems(found, prisma),
    findRequestedChanges(found),
    findSubmittedContents(found, found.round),
  ]);
  const requestedChange = new Map(requestedChanges.map(({ subject, reason }) => [subject, reason]));
  const { id, state, promisedAt, answers, people } = found;
  // Named one by one, because the row also contains internal data such as notes.
  return {
    applicationId: id,
    state,
    promisedAt,
    answers,
    people,
    documents,
    items: toChecklistItems(listReviewItems(now), {
      reopened,
      requestedChange,
      changed: before && findChangedItems(now, before),
    }),
  };
}

type ChecklistMarks = {
  reopened: ReopenedItems;
  requestedChange?: ReadonlyMap<string, string | null>;
  changed?: { has(key: string): boolean } | null;
};

function toChecklistItems(
  subjects: ReviewItem[],
  { reopened, requestedChange, changed }: ChecklistMarks,
): ChecklistItem[] {
  return subjects.map((subject) => ({
    ...subject,
    isOpen: isItemReopened(reopened, subject.key),
    requestedChange: requestedChange?.get(subject.key) ?? null,
    isChanged: changed?.has(subject.key) ?? false,
  }));
}

/** Whether the merchant still has to fill in, correct, or change something. */
export function isItemPending({
  fault,
  requestedChange,
  isChanged,
}: Pick<ChecklistItem, 'fault' | 'requestedChange' | 'isChanged'>): boolean {
  return Boolean(fault) || (requestedChange !== null && !isChanged);
}

/** The first step with something to do. Null when nothing is left. */
export function findNextStep(items: readonly ChecklistItem[]): StepId | null {
  return items.find(isItemPending)?.step ?? null;
}

/** What the reviewer wants changed and why, and whether the merchant has changed it. */
export const listRequestedChanges = (items: readonly ChecklistItem[]) =>
  items.flatMap((item) =>
    item.requestedChange === null
      ? []
      : [{ item, reason: item.requestedChange, isDone: item.isChanged && !item.fault }],
  );

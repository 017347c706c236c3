import { listStandingDocuments, type StandingDocument } from '~/documents/standing-documents';
import { prisma } from '~/platform/db.server';
import { findApplication, type Person } from './applications';
import { changedSubjects, retrieveContents } from './contents';
import type { Answers } from './question';
import type { StepId } from './questions';
import { isReopened, reopenedSubjects, type Reopened } from './reopened';
import type { ApplicationState } from './states';
import { subjectsOf, type Subject } from './subjects';
import { changesAsked } from './verdicts';

/** A subject as its merchant meets it. */
export type ChecklistItem = Subject & {
  /** Whether the merchant may write in it now. */
  isOpen: boolean;
  /** The reviewer's words, while this is to be changed. */
  asked: string | null;
  /** Whether it says something else than what was handed in last. */
  isChanged: boolean;
};

/** An application as its merchant sees it: what is asked, what of that is missing, and what may be written. */
export type Checklist = {
  /** Null until the first answer. */
  applicationId: string | null;
  state: ApplicationState;
  promisedAt: Date | null;
  answers: Answers;
  people: Person[];
  documents: StandingDocument[];
  items: ChecklistItem[];
};

export async function retrieveChecklist(accountId: string): Promise<Checklist> {
  const [found, documents] = await Promise.all([
    findApplication({ accountId }),
    listStandingDocuments(accountId),
  ]);
  if (!found) {
    const nothing = { answers: {}, people: [], documents };
    return {
      ...nothing,
      applicationId: null,
      state: 'DRAFT',
      promisedAt: null,
      items: itemsOf(subjectsOf(nothing), { reopened: 'all' }),
    };
  }
  const now = { ...found, documents };
  const [reopened, verdicts, before] = await Promise.all([
    reopenedSubjects(found, prisma),
    changesAsked(found),
    retrieveContents(found, found.round),
  ]);
  const asked = new Map(verdicts.map(({ subject, reason }) => [subject, reason]));
  const { id, state, promisedAt, answers, people } = found;
  // Named one by one: the row has more, such as what reviewers wrote for each other.
  return {
    applicationId: id,
    state,
    promisedAt,
    answers,
    people,
    documents,
    items: itemsOf(subjectsOf(now), { reopened, asked, changed: before && changedSubjects(now, before) }),
  };
}

type Marks = {
  reopened: Reopened;
  asked?: ReadonlyMap<string, string | null>;
  changed?: { has(key: string): boolean } | null;
};

function itemsOf(subjects: Subject[], { reopened, asked, changed }: Marks): ChecklistItem[] {
  return subjects.map((subject) => ({
    ...subject,
    isOpen: isReopened(reopened, subject.key),
    asked: asked?.get(subject.key) ?? null,
    isChanged: changed?.has(subject.key) ?? false,
  }));
}

/** Whether the merchant still has something to do here: to fill in, to mend, or to change as the reviewer asked. */
export function isPending({
  fault,
  asked,
  isChanged,
}: Pick<ChecklistItem, 'fault' | 'asked' | 'isChanged'>): boolean {
  return Boolean(fault) || (asked !== null && !isChanged);
}

/** Where to go on: the first step with something to do; null when nothing is left. */
export function nextStep(items: readonly ChecklistItem[]): StepId | null {
  return items.find(isPending)?.step ?? null;
}

import { prisma } from '~/platform/db.server';
import { changedSubjects, retrieveContents } from './contents';
import { describeDesk } from './desk';
import { findDuplicates } from './duplicates';
import { listHistory } from './history';
import { findForStaff } from './reviews';
import { stepIds } from './questions';
import type { Subject } from './subjects';
import { subjectsOf } from './subjects';
import { listVerdicts, standingVerdicts, type Verdict } from './verdicts';
import { listViewings, type Viewing } from './viewings';

/** One thing to be judged, with what is known about it. */
export type Item = {
  key: string;
  label: string;
  /** Empty where something optional was left out. */
  shown: string;
  /** What the round before said: null when it was not there, undefined when nothing has changed. */
  was: string | null | undefined;
  verdict: Verdict['verdict'] | 'undecided';
  reason: string;
  /** What was asked to change in the round before. */
  asked: string | null;
  document: { id: string; isImage: boolean; viewings: Viewing[]; wasId: string | null } | null;
  secret: boolean;
};

export type Dossier = Exclude<Awaited<ReturnType<typeof openDossier>>, 'own_account' | null>;

/** All that a reviewer needs for a decision, secret answers masked. `own_account` as in {@link findForStaff}. */
export async function openDossier({ applicationId, readerId }: { applicationId: string; readerId: string }) {
  const application = await findForStaff(applicationId, readerId);
  if (!application || application === 'own_account') return application;
  const { round } = application;
  const [now, before, earlier] = await Promise.all([
    retrieveContents(application, round),
    retrieveContents(application, round - 1),
    listVerdicts({ id: applicationId, round: round - 1 }),
  ]);
  const verdicts = await standingVerdicts(application, now!);
  const subjects = subjectsOf(now!);
  const changed = before ? changedSubjects(now!, before) : new Map<string, Subject | null>();
  const [viewings, types] = await Promise.all([listViewings(application.accountId), typesOf(subjects)]);

  const toItem = ({ key, label, shown, document, question }: Subject): Item => {
    const was = changed.get(key);
    const verdict = verdicts.find(({ subject }) => subject === key);
    return {
      key,
      label,
      shown,
      was: was && was.shown,
      verdict: verdict?.verdict ?? 'undecided',
      reason: verdict?.reason ?? '',
      asked: earlier.find(({ subject, verdict }) => subject === key && verdict === 'change')?.reason ?? null,
      document: document
        ? {
            id: document.id,
            isImage: types.get(document.id)?.startsWith('image/') ?? false,
            viewings: viewings.get(document.id) ?? [],
            wasId: was?.document?.id ?? null,
          }
        : null,
      secret: Boolean(question?.secret),
    };
  };

  return {
    desk: await describeDesk(application, readerId),
    words: now!.words,
    steps: stepIds.map((id) => ({ id, items: subjects.filter(({ step }) => step === id).map(toItem) })),
    duplicates: await findDuplicates(application),
    history: await listHistory({ applicationId, for: 'staff' }),
  };
}

async function typesOf(subjects: readonly Subject[]): Promise<Map<string, string>> {
  const ids = subjects.flatMap(({ document }) => document?.id ?? []);
  const found = await prisma.document.findMany({
    where: { id: { in: ids } },
    select: { id: true, contentType: true },
  });
  return new Map(found.map(({ id, contentType }) => [id, contentType]));
}

import type { RenderedMail } from '~/mail/templates';
import { portalAddress } from '~/platform/addresses.server';
import { config } from '~/platform/config.server';
import { prisma, type Database } from '~/platform/db.server';
import { digest } from '~/platform/secrets.server';
import type { Application } from './applications';
import { retrieveContents } from './contents';
import { renderLetter } from './letters';
import { pathOf, subjectsOf, type Subject } from './subjects';
import { standingVerdicts, type Verdict } from './verdicts';

/** What a merchant is asked to change, with the reviewer's words and the address of the very field. */
type ChangeAsked = { label: string; reason: string; link: string };

/** The verdicts that ask for a change, as the merchant will read them. */
export function changesFor(subjects: readonly Subject[], verdicts: readonly Verdict[]): ChangeAsked[] {
  return subjects.flatMap((subject) => {
    const asked = verdicts.find((verdict) => verdict.subject === subject.key && verdict.verdict === 'change');
    return asked
      ? [{ label: subject.label, reason: asked.reason ?? '', link: portalAddress(pathOf(subject)) }]
      : [];
  });
}

/** What nobody has judged yet: while there is anything, nothing is approved. */
export function undecidedOf(subjects: readonly Subject[], verdicts: readonly Verdict[]): Subject[] {
  const judged = new Set(verdicts.map(({ subject }) => subject));
  return subjects.filter(({ key }) => !judged.has(key));
}

/** The letter that tells of each decision. */
export const letters = {
  changes: (words: string, changes: ChangeAsked[]) =>
    ['application-changes-requested', { words, changes }] as const,
  approve: (words: string) => ['application-approved', { words }, '/go-live'] as const,
  reject: (words: string) => ['application-rejected', { words }] as const,
};

/** Whether an approval now would wait for that of somebody else. */
export function isFirstOfTwo(
  { firstApprovalBy }: Pick<Application, 'firstApprovalBy'>,
  approvalsNeeded = config.approvalsNeeded,
): boolean {
  return approvalsNeeded === 2 && !firstApprovalBy;
}

export const decisions = ['changes', 'approve', 'reject'] as const;

export type Decision = (typeof decisions)[number];

export type Preview = {
  /** The letter as the owners will read it; null when they hear nothing of it yet. */
  letter: Omit<RenderedMail, 'html'> | null;
  /** What opens again. */
  changes: ChangeAsked[];
  /** What stands in the way of an approval, because nobody has judged it. */
  undecided: string[];
  /** Equal for equal previews: who sends names the one they have seen. */
  seen: string;
};

/** What the merchant would get if this were decided now with these words. */
export async function previewDecision(
  application: Application,
  decision: Decision,
  words: string,
  db: Database = prisma,
): Promise<Preview> {
  const { contents, verdicts } = await judged(db, application);
  const subjects = subjectsOf(contents);
  const changes = decision === 'changes' ? changesFor(subjects, verdicts) : [];
  const undecided = decision === 'approve' ? undecidedOf(subjects, verdicts).map(({ label }) => label) : [];
  const letter =
    decision === 'approve' && isFirstOfTwo(application)
      ? null
      : await render(db, application.accountId, decision, words, changes);
  return { letter, changes, undecided, seen: digest(letter ? `${letter.subject}\n${letter.text}` : '') };
}

async function render(
  db: Database,
  accountId: string,
  decision: Decision,
  words: string,
  changes: ChangeAsked[],
) {
  const { name } = await db.account.findUniqueOrThrow({ where: { id: accountId } });
  const { subject, text } = await (decision === 'changes'
    ? renderLetter(name, ...letters.changes(words, changes))
    : decision === 'approve'
      ? renderLetter(name, ...letters.approve(words))
      : renderLetter(name, ...letters.reject(words)));
  return { subject, text };
}

/** What was handed in last, and the verdicts on it. */
export async function judged(db: Database, application: Application) {
  const contents = (await retrieveContents(application, application.round, db))!;
  return { contents, verdicts: await standingVerdicts(application, contents, db) };
}

import type { RenderedMail } from '~/mail/templates';
import { prisma } from '~/platform/db.server';
import { digest } from '~/platform/secrets.server';
import type { Application } from './applications';
import { retrieveContents } from './contents';
import { changesFor, isFirstOfTwo, letters, undecidedOf, type ChangeAsked } from './decisions';
import { renderLetter } from './letters';
import { subjectsOf } from './subjects';
import { standingVerdicts } from './verdicts';

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
export async function previewDecision(application: Application, decision: Decision, words: string): Promise<Preview> {
  const contents = (await retrieveContents(application, application.round))!;
  const [subjects, verdicts] = [subjectsOf(contents), await standingVerdicts(application, contents)];
  const changes = decision === 'changes' ? changesFor(subjects, verdicts) : [];
  const undecided = decision === 'approve' ? undecidedOf(subjects, verdicts).map(({ label }) => label) : [];
  const letter = decision === 'approve' && isFirstOfTwo(application) ? null : await render(application.accountId, decision, words, changes);
  return { letter, changes, undecided, seen: digest(letter ? `${letter.subject}\n${letter.text}` : '') };
}

async function render(accountId: string, decision: Decision, words: string, changes: ChangeAsked[]) {
  const { name } = await prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  const { subject, text } = await (decision === 'changes'
    ? renderLetter(name, ...letters.changes(words, changes))
    : decision === 'approve'
      ? renderLetter(name, ...letters.approve(words))
      : renderLetter(name, ...letters.reject(words)));
  return { subject, text };
}

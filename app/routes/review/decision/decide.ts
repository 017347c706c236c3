import { faultOfReason, faultOfWords } from '~/merchants/applications/answer-faults';
import { approveApplication, rejectApplication, requestChanges } from '~/merchants/applications/decisions';
import type { Decision } from '~/merchants/applications/preview';
import type { ReviewStep } from '~/merchants/applications/reviews';
import { notFound } from '../step';
import { refusalWords, type Done } from '../words';

type Deciding = ReviewStep & { words: string; seen: string };

const acts = {
  changes: requestChanges,
  approve: (step: Deciding) => approveApplication(step),
  reject: rejectApplication,
};

const otherRefusals = {
  nothing_asked: 'No verdict asks for a change. Mark what has to change first.',
  changes_open: 'A verdict still asks for a change. Take it back, or request the changes.',
  undecided: 'Not everything is judged yet. Go back and judge what is left, or accept all of it.',
};

type Outcome = { done: Done } | { fault?: string | null; refusal?: string };

/** Makes the decision, unless its words are not fit to be sent or the reviewer has not seen yet what would be. */
export async function decide(
  decision: Decision,
  step: Deciding,
  { send }: { send: boolean },
): Promise<Outcome> {
  const fault =
    decision === 'reject'
      ? faultOfReason(step.words, 'Say why, so that the merchant knows the reasons')
      : faultOfWords(step.words);
  if (fault || !send) return { fault };
  const outcome = await acts[decision](step);
  if (outcome === 'unseen') return {};
  if (outcome === 'not_found') throw notFound();
  if (outcome === 'nothing_asked' || outcome === 'changes_open' || outcome === 'undecided')
    return { fault: otherRefusals[outcome] };
  return outcome in refusalWords
    ? { refusal: refusalWords[outcome as keyof typeof refusalWords] }
    : { done: outcome as Done };
}

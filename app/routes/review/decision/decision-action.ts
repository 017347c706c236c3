import { validateReason, validateText } from '~/merchants/applications/questions/answer-validation';
import {
  approveApplication,
  rejectApplication,
  requestChanges,
} from '~/merchants/applications/review/decisions';
import type { Decision } from '~/merchants/applications/review/decision-preview';
import type { CaseAction } from '~/merchants/applications/review/assignments';
import { createNotFoundResponse } from '../review-action';
import { reviewActionRejectionMessages, type ReviewResult } from '../review-labels';

type DecisionInput = CaseAction & { message: string; previewFingerprint: string; unopenedReason: string };

const decisionActions = {
  changes: requestChanges,
  approve: (step: DecisionInput) => approveApplication(step),
  reject: rejectApplication,
};

const decisionErrors = {
  no_changes_requested: 'You haven’t requested any changes. Mark the items that need changes first.',
  changes_open: 'Some item reviews request changes. Remove those requests, or send them to the merchant.',
  undecided: 'Some items aren’t reviewed yet. Go back and review them.',
  not_screened:
    'The application hasn’t been compared with the sanctions list yet. Go back to see why, and approve it afterward.',
  open_matches:
    'A name resembles an entry on the sanctions list. Go back and clear it, or reject the application.',
  account_suspended: 'The account is suspended. Reinstate it before you approve the application.',
};

const isDecisionError = (outcome: string): outcome is keyof typeof decisionErrors =>
  Object.hasOwn(decisionErrors, outcome);

export type DecisionFault = { error: string; field: 'message' | 'unopened_reason' };

type DecisionResult =
  | { kind: 'done'; result: ReviewResult }
  | { kind: 'preview' }
  | ({ kind: 'invalid' } & DecisionFault)
  | { kind: 'action_rejected'; rejection: string };

type DecisionTexts = Pick<DecisionInput, 'message' | 'unopenedReason'>;

/** What is wrong with the texts of a decision, before it's made. */
export function findDecisionFault(
  decision: Decision,
  { message, unopenedReason }: DecisionTexts,
): DecisionFault | null {
  const error =
    decision === 'reject'
      ? validateReason(message, 'Enter the reasons for the merchant')
      : validateText(message);
  if (error) return { error, field: 'message' };
  const unopenedError = validateText(unopenedReason);
  return unopenedError ? { error: unopenedError, field: 'unopened_reason' } : null;
}

/** Makes the decision if its message is valid and the reviewer has seen the current email preview. */
export async function makeDecision(
  decision: Decision,
  step: DecisionInput,
  { send }: { send: boolean },
): Promise<DecisionResult> {
  const fault = findDecisionFault(decision, step);
  if (fault) return { kind: 'invalid', ...fault };
  if (!send) return { kind: 'preview' };
  const outcome = await decisionActions[decision](step);
  if (outcome === 'unseen') return { kind: 'preview' };
  if (outcome === 'not_found') throw createNotFoundResponse();
  if (isDecisionError(outcome)) return { kind: 'invalid', error: decisionErrors[outcome], field: 'message' };
  if (outcome === 'unopened')
    return {
      kind: 'invalid',
      error: 'Open the documents and the bank account number, or enter why you approve without opening them.',
      field: 'unopened_reason',
    };
  return outcome in reviewActionRejectionMessages
    ? {
        kind: 'action_rejected',
        rejection: reviewActionRejectionMessages[outcome as keyof typeof reviewActionRejectionMessages],
      }
    : { kind: 'done', result: outcome as ReviewResult };
}

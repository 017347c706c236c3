// Pure: what the staff reads of an application.
import type { ApplicationState } from '~/merchants/applications/states';
import type { ReviewRefusal } from '~/merchants/applications/review/assignments';
import type { StatusLabel } from '~/ui/labels/transaction-labels';

export const reviewStateLabels: Record<ApplicationState, StatusLabel> = {
  DRAFT: { text: 'Not handed in', tone: 'neutral' },
  SUBMITTED: { text: 'Waiting', tone: 'caution' },
  IN_REVIEW: { text: 'In review', tone: 'accent' },
  CHANGES_REQUESTED: { text: 'With the merchant', tone: 'neutral' },
  APPROVED: { text: 'Approved', tone: 'positive' },
  REJECTED: { text: 'Rejected', tone: 'negative' },
};

export const reviewRefusalMessages: Record<Exclude<ReviewRefusal, 'not_found'>, string> = {
  moved_on: 'This application has moved on since you opened it. No changes were made by you.',
  own_account: 'You belong to this account, so a colleague has to decide.',
  rejected_before: 'You have rejected this application. The appeal is for somebody else.',
  approved_before: 'You have given the first approval. The second has to come from somebody else.',
};

/** What an action has done, told on the page it comes back to. */
export const reviewResultMessages = {
  assigned: 'It is on your desk',
  released: 'It is back in the queue',
  snoozed: 'It is put aside',
  unsnoozed: 'It is back on your desk',
  saved: 'Your item reviews are saved',
  rest_accepted: 'All that was left is accepted',
  noted: 'The note is kept',
  changes_requested: 'The changes are requested',
  approved: 'It is approved, and the account is live',
  first_approved: 'Your approval is kept. Somebody else has to give the second',
  rejected: 'It is rejected',
  suspended: 'The account is suspended',
  active: 'The account is reinstated',
};

export type ReviewResult = keyof typeof reviewResultMessages;

const reviewEventLabels: Record<string, string> = {
  submitted: 'Handed in',
  appealed: 'Appeal handed in',
  assigned: 'Claimed',
  reassigned: 'Taken over',
  released: 'Laid back into the queue',
  first_approved: 'First of two approvals',
  changes_requested: 'Changes requested',
  approved: 'Approved',
  rejected: 'Rejected',
  note: 'Note',
  snoozed: 'Put aside',
  unsnoozed: 'Taken up again',
  delayed: 'Promise missed, next working day promised',
  suspended: 'Account suspended',
  reinstated: 'Account reinstated',
};

export function getReviewEventLabel(type: string): string {
  return reviewEventLabels[type] ?? type.replaceAll('_', ' ');
}

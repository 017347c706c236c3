// Pure: an application's labels for staff.
import type { ApplicationState } from '~/merchants/applications/states';
import type { ReviewActionRejection } from '~/merchants/applications/review/assignments';
import type { StatusLabel } from '~/ui/labels/transaction-labels';

export const reviewStateLabels: Record<ApplicationState, StatusLabel> = {
  DRAFT: { text: 'Not submitted', tone: 'neutral' },
  SUBMITTED: { text: 'Waiting', tone: 'caution' },
  IN_REVIEW: { text: 'In review', tone: 'accent' },
  CHANGES_REQUESTED: { text: 'With the merchant', tone: 'neutral' },
  APPROVED: { text: 'Approved', tone: 'positive' },
  REJECTED: { text: 'Rejected', tone: 'negative' },
};

export const reviewActionRejectionMessages: Record<Exclude<ReviewActionRejection, 'not_found'>, string> = {
  moved_on: 'This application changed after you opened it. None of your changes were made.',
  own_account: 'You’re a member of this account, so a colleague has to decide.',
  rejected_before: 'You rejected this application, so another reviewer decides the appeal.',
  approved_before: 'You gave the first approval. Another reviewer gives the second one.',
};

export const suspensionRejectionMessages = {
  not_active: 'You or a colleague has already suspended this account. Nothing was changed.',
  not_suspended: 'You or a colleague has already reinstated this account. Nothing was changed.',
};

/** The result of an action, shown on the page it returns to. */
export const reviewResultMessages = {
  assigned: 'Assigned to you',
  released: 'Returned to the queue',
  snoozed: 'Snoozed',
  unsnoozed: 'Resumed',
  saved: 'Item reviews saved',
  rest_accepted: 'All remaining items accepted',
  opened_accepted: 'Remaining items accepted, except the unopened ones',
  noted: 'Note added',
  match_cleared: 'Sanctions match cleared',
  changes_requested: 'Changes requested',
  approved: 'Approved. The account is live',
  first_approved: 'First approval recorded. Another reviewer gives the second one',
  rejected: 'Application rejected',
  suspended: 'Account suspended',
  active: 'Account reinstated',
};

export type ReviewResult = keyof typeof reviewResultMessages;

const reviewEventLabels: Record<string, string> = {
  submitted: 'Submitted',
  appealed: 'Appeal submitted',
  assigned: 'Claimed',
  reassigned: 'Taken over',
  released: 'Returned to the queue',
  first_approved: 'First of two approvals',
  changes_requested: 'Changes requested',
  approved: 'Approved',
  rejected: 'Rejected',
  note: 'Note',
  approved_unopened: 'Approved without opening everything',
  match_cleared: 'Sanctions match cleared',
  snoozed: 'Snoozed',
  unsnoozed: 'Resumed',
  delayed: 'Overdue, extended to the next business day',
  postponed: 'Response date postponed',
  suspended: 'Account suspended',
  reinstated: 'Account reinstated',
};

export function getReviewEventLabel(type: string): string {
  return reviewEventLabels[type] ?? type.replaceAll('_', ' ');
}

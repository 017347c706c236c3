import type { ApplicationState } from '~/merchants/applications/states';
import type { StatusLabel } from './transaction-labels';

/** An application's state for its merchant. */
export const applicationStateLabels: Record<ApplicationState, StatusLabel> = {
  DRAFT: { text: 'Not submitted yet', tone: 'neutral' },
  SUBMITTED: { text: 'Waiting for a reviewer', tone: 'accent' },
  IN_REVIEW: { text: 'In review', tone: 'accent' },
  CHANGES_REQUESTED: { text: 'Changes needed', tone: 'caution' },
  APPROVED: { text: 'Approved', tone: 'positive' },
  REJECTED: { text: 'Rejected', tone: 'negative' },
};

/** The label of an application event, by type. */
export const applicationEventLabels: Record<string, string> = {
  submitted: 'Submitted',
  appealed: 'Appealed',
  assigned: 'Review started',
  reassigned: 'Reassigned to another reviewer',
  released: 'Returned to the queue',
  snoozed: 'Snoozed',
  delayed: 'Delayed: new response date set',
  postponed: 'New response date set',
  first_approved: 'First approval given',
  changes_requested: 'Changes requested',
  approved: 'Approved',
  rejected: 'Rejected',
  suspended: 'Account suspended',
  reinstated: 'Account reinstated',
  note: 'Note',
};

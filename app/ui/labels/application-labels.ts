import type { ApplicationState } from '~/merchants/applications/states';
import type { StatusLabel } from './transaction-labels';

/** An application's state, as its merchant reads it. */
export const applicationStateLabels: Record<ApplicationState, StatusLabel> = {
  DRAFT: { text: 'Not handed in yet', tone: 'neutral' },
  SUBMITTED: { text: 'Waiting for a reviewer', tone: 'accent' },
  IN_REVIEW: { text: 'In review', tone: 'accent' },
  CHANGES_REQUESTED: { text: 'Changes needed', tone: 'caution' },
  APPROVED: { text: 'Approved', tone: 'positive' },
  REJECTED: { text: 'Not accepted', tone: 'negative' },
};

/** What happened to an application, by the event's type. */
export const applicationEventLabels: Record<string, string> = {
  submitted: 'Handed in',
  appealed: 'Appealed',
  assigned: 'A reviewer began to read it',
  reassigned: 'Another reviewer took over',
  released: 'Laid back into the queue',
  snoozed: 'Put aside',
  delayed: 'Late: a new date was promised',
  first_approved: 'Approved by the first of two reviewers',
  changes_requested: 'Changes were asked for',
  approved: 'Approved',
  rejected: 'Not accepted',
  suspended: 'The account was suspended',
  reinstated: 'The account was reinstated',
  note: 'Note',
};

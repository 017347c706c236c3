import { expect, test } from 'vitest';
import {
  isEditableState,
  findNextState,
  applicationStates,
  type ApplicationTransitionEvent,
  type ApplicationState,
} from './states';

const none = {
  DRAFT: null,
  SUBMITTED: null,
  IN_REVIEW: null,
  CHANGES_REQUESTED: null,
  APPROVED: null,
  REJECTED: null,
};

const table: Record<ApplicationTransitionEvent, Record<ApplicationState, ApplicationState | null>> = {
  submitted: { ...none, DRAFT: 'SUBMITTED', CHANGES_REQUESTED: 'SUBMITTED' },
  appealed: { ...none, REJECTED: 'SUBMITTED' },
  assigned: { ...none, SUBMITTED: 'IN_REVIEW' },
  reassigned: { ...none, IN_REVIEW: 'IN_REVIEW' },
  released: { ...none, IN_REVIEW: 'SUBMITTED' },
  first_approved: { ...none, IN_REVIEW: 'SUBMITTED' },
  changes_requested: { ...none, IN_REVIEW: 'CHANGES_REQUESTED' },
  approved: { ...none, IN_REVIEW: 'APPROVED' },
  rejected: { ...none, IN_REVIEW: 'REJECTED' },
};

test.each(Object.keys(table) as ApplicationTransitionEvent[])(
  'where %s leads from each state',
  (transitionEvent) => {
    expect(
      Object.fromEntries(applicationStates.map((state) => [state, findNextState(state, transitionEvent)])),
    ).toEqual(table[transitionEvent]);
  },
);

test('a merchant can edit a draft and requested changes', () => {
  expect(applicationStates.filter(isEditableState)).toEqual(['DRAFT', 'CHANGES_REQUESTED']);
});

import { expect, test } from 'vitest';
import { isOpen, nextState, states, type ApplicationMove, type ApplicationState } from './states';

const none = {
  DRAFT: null,
  SUBMITTED: null,
  IN_REVIEW: null,
  CHANGES_REQUESTED: null,
  APPROVED: null,
  REJECTED: null,
};

const table: Record<ApplicationMove, Record<ApplicationState, ApplicationState | null>> = {
  submitted: { ...none, DRAFT: 'SUBMITTED', CHANGES_REQUESTED: 'SUBMITTED' },
  appealed: { ...none, REJECTED: 'SUBMITTED' },
  claimed: { ...none, SUBMITTED: 'IN_REVIEW' },
  taken_over: { ...none, IN_REVIEW: 'IN_REVIEW' },
  released: { ...none, IN_REVIEW: 'SUBMITTED' },
  approved_once: { ...none, IN_REVIEW: 'SUBMITTED' },
  changes_requested: { ...none, IN_REVIEW: 'CHANGES_REQUESTED' },
  approved: { ...none, IN_REVIEW: 'APPROVED' },
  rejected: { ...none, IN_REVIEW: 'REJECTED' },
};

test.each(Object.keys(table) as ApplicationMove[])('where %s leads from each state', (move) => {
  expect(Object.fromEntries(states.map((state) => [state, nextState(state, move)]))).toEqual(table[move]);
});

test('a merchant writes in a draft, and where changes are asked for', () => {
  expect(states.filter(isOpen)).toEqual(['DRAFT', 'CHANGES_REQUESTED']);
});

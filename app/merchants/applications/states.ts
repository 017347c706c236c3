export const applicationStates = [
  'DRAFT',
  'SUBMITTED',
  'IN_REVIEW',
  'CHANGES_REQUESTED',
  'APPROVED',
  'REJECTED',
] as const;

export type ApplicationState = (typeof applicationStates)[number];

/** Every way an application's state changes, one line each. */
const transitions = [
  { from: 'DRAFT', event: 'submitted', to: 'SUBMITTED' },
  { from: 'CHANGES_REQUESTED', event: 'submitted', to: 'SUBMITTED' },
  { from: 'REJECTED', event: 'appealed', to: 'SUBMITTED' },
  { from: 'SUBMITTED', event: 'assigned', to: 'IN_REVIEW' },
  { from: 'IN_REVIEW', event: 'reassigned', to: 'IN_REVIEW' },
  { from: 'IN_REVIEW', event: 'released', to: 'SUBMITTED' },
  { from: 'IN_REVIEW', event: 'first_approved', to: 'SUBMITTED' },
  { from: 'IN_REVIEW', event: 'changes_requested', to: 'CHANGES_REQUESTED' },
  { from: 'IN_REVIEW', event: 'approved', to: 'APPROVED' },
  { from: 'IN_REVIEW', event: 'rejected', to: 'REJECTED' },
] as const satisfies readonly { from: ApplicationState; event: string; to: ApplicationState }[];

export type ApplicationTransitionEvent = (typeof transitions)[number]['event'];

/** Where a move leads from this state; null when it cannot be made there. */
export function findNextState(
  from: ApplicationState,
  event: ApplicationTransitionEvent,
): ApplicationState | null {
  return transitions.find((transition) => transition.from === from && transition.event === event)?.to ?? null;
}

/** While a merchant may write in the application. */
export function isEditableState(state: ApplicationState): boolean {
  return findNextState(state, 'submitted') !== null;
}

export const applicationStates = [
  'DRAFT',
  'SUBMITTED',
  'IN_REVIEW',
  'CHANGES_REQUESTED',
  'APPROVED',
  'REJECTED',
] as const;

export type ApplicationState = (typeof applicationStates)[number];

/** Otherwise, it's decided, or nothing is promised until the merchant submits it again. */
export const isAnswerDue = (state: ApplicationState): boolean =>
  state === 'SUBMITTED' || state === 'IN_REVIEW';

/** Every transition of an application's state. */
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

/** The state after a transition. Null when it isn't allowed. */
export function findNextState(
  from: ApplicationState,
  event: ApplicationTransitionEvent,
): ApplicationState | null {
  return transitions.find((transition) => transition.from === from && transition.event === event)?.to ?? null;
}

/** States in which a merchant can edit the application. */
export function isEditableState(state: ApplicationState): boolean {
  return findNextState(state, 'submitted') !== null;
}

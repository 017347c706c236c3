import { recordAudit, type AuditActor, type AuditValues } from '~/audit/audit';
import type { Database } from '~/platform/database/db.server';
import type { Prisma } from '~/platform/prisma/client';
import type { Application } from './applications';
import { findNextState, type ApplicationTransitionEvent } from './states';

type ApplicationTransition = {
  event: ApplicationTransitionEvent;
  /** portal:<user id>, staff:<user id>, or system:<job> */
  actor: AuditActor;
  /** The actor's IP address. */
  address?: string;
  /** What the other side can read. */
  message?: string;
  data?: Prisma.ApplicationUncheckedUpdateManyInput;
};

/**
 * The only function that changes an application's state: makes a transition of states.ts from the version
 * that the caller has seen, and writes the history and the audit log. `moved_on`: the version has changed, or
 * the transition isn't allowed.
 */
export async function transitionApplication(
  db: Database,
  expectedApplication: Pick<Application, 'id' | 'accountId' | 'version' | 'state' | 'round'>,
  transition: ApplicationTransition,
): Promise<'moved' | 'moved_on'> {
  const { id, version } = expectedApplication;
  const state = findNextState(expectedApplication.state, transition.event);
  if (!state) return 'moved_on';
  const { count } = await db.application.updateMany({
    where: { id, version, state: expectedApplication.state },
    data: { reviewerId: null, ...transition.data, state, version: version + 1, updatedAt: new Date() },
  });
  if (!count) return 'moved_on';
  const round =
    typeof transition.data?.round === 'number' ? transition.data.round : expectedApplication.round;
  await recordApplicationEvent(db, {
    applicationId: id,
    type: transition.event,
    round,
    actor: transition.actor,
    message: transition.message,
  });
  await recordApplicationAudit(db, {
    ...transition,
    action: transition.event,
    application: { ...expectedApplication, round },
    change: { before: { state: expectedApplication.state }, after: { state } },
  });
  return 'moved';
}

type StateChange = { before: AuditValues; after: AuditValues };
type ApplicationAction = {
  actor: AuditActor;
  address?: string;
  action:
    | ApplicationTransitionEvent
    | 'snoozed'
    | 'unsnoozed'
    | 'note_added'
    | 'approved_unopened'
    | 'match_cleared';
  application: Pick<Application, 'id' | 'accountId' | 'round'>;
  subject?: string;
  change?: StateChange;
};

/**
 * Audits an action on an application with the actor's IP address (PCI DSS 10.2). Their text is in the
 * history.
 */
export async function recordApplicationAudit(
  db: Database,
  { actor, address, action, application: { id, accountId, round }, subject = id, change }: ApplicationAction,
): Promise<void> {
  await recordAudit(db, {
    actor,
    action: `application_${action}`,
    accountId,
    subject,
    details: { round },
    ...change,
    address,
  });
}

export async function recordApplicationEvent(
  db: Database,
  event: {
    applicationId: string;
    type: string;
    round: number;
    actor: string;
    message?: string;
    internal?: boolean;
  },
): Promise<void> {
  await db.applicationEvent.create({ data: event });
}

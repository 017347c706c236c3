import { findUserNames } from '~/identity/users/user-names';
import { prisma } from '~/platform/database/db.server';

export type ApplicationHistoryEntry = {
  id: string;
  type: string;
  round: number;
  actor: string;
  message: string | null;
  internal: boolean;
  createdAt: Date;
};

/**
 * The history of an application, newest first. Merchants see neither internal notes nor reviewers' names,
 * because decisions are the company's.
 */
export async function listApplicationHistory({
  applicationId,
  for: reader,
}: {
  applicationId: string;
  for: 'merchant' | 'staff';
}): Promise<ApplicationHistoryEntry[]> {
  const events = await prisma.applicationEvent.findMany({
    where: {
      applicationId,
      ...(reader === 'merchant' && { internal: false, type: { notIn: hiddenFromMerchants } }),
    },
    orderBy: { id: 'desc' },
    take: 200,
  });
  const names = await findUserNames(events.map(({ actor }) => actor.split(':')[1]));
  return events.map(({ id, actor, message, ...event }) => ({
    ...event,
    message,
    id: String(id),
    actor: describeActor(actor, reader, names),
  }));
}

/** Assignments and first approvals aren't shown to merchants. */
const hiddenFromMerchants = ['released', 'reassigned', 'first_approved', 'snoozed'];

function describeActor(
  actor: string,
  reader: 'merchant' | 'staff',
  names: ReadonlyMap<string, string>,
): string {
  const [kind, id = ''] = actor.split(':');
  if (kind === 'system') return 'Automatic';
  if (kind === 'staff' && reader === 'merchant') return 'A reviewer';
  return names.get(id) ?? 'A former member';
}

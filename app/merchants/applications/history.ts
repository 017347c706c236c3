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
 * What happened to an application, newest first. Merchants do not get internal notes, nor the names of reviewers: an answer is
 * the company's, not a person's.
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

/** Who had it on the desk is no news to a merchant, and half an approval is none. */
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

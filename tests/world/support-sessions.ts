import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildMerchant } from './merchants';
import { buildStaff } from './identity/staff';

type SupportSessionInput = {
  accountId: string;
  reason?: string;
  staffUserId?: string;
  sessionId?: string;
  startedMinutesAgo?: number;
  minutes?: number;
  ended?: boolean;
  paths?: readonly string[];
};

/**
 * The database row of a support session that started some time ago.
 * @returns its ID
 */
export async function buildSupportSession({
  accountId,
  reason = 'To see whether it works.',
  staffUserId,
  sessionId,
  startedMinutesAgo = 0,
  minutes = 60,
  ended = false,
  paths = ['/transactions'],
}: SupportSessionInput): Promise<string> {
  const id = createId('sup');
  const userId = staffUserId ?? createId('usr');
  if (!staffUserId)
    await prisma.user.create({
      data: {
        id: userId,
        email: `${userId}@staff.test`,
        name: 'Sam Example',
        passwordHash: '-',
        staff: { create: { role: 'support' } },
      },
    });
  await prisma.$executeRaw`
    insert into support_sessions (id, staff_user_id, session_id, account_id, reason, address, started_at, ends_at, ended_at, end_reason)
    select ${id}, ${userId}, ${sessionId ?? id}, ${accountId}, ${reason}, '2001:db8::1', begun, begun + make_interval(mins => ${minutes}::int), case when ${ended} then begun + interval '1 minute' end, case when ${ended} then 'manual' end
    from (select now() - make_interval(mins => ${startedMinutesAgo}::int) as begun) look`;
  for (const path of paths)
    await prisma.supportSessionPage.create({
      data: { supportSessionId: id, environment: 'test', path, address: '2001:db8::1' },
    });
  return id;
}

export const supportSessionReason = 'The merchant cannot find a refund.';

/** A support agent in a support session with Harbour Tea, started with the form at `path`. */
export async function openSupportSession() {
  const [staff, merchant] = [await buildStaff('support'), await buildMerchant({ name: 'Harbour Tea' })];
  const path = `/support/merchants/${merchant.accountId}/support-session`;
  const response = await staff.submit(path, {
    reason: supportSessionReason,
    case_reference: 'T-12',
    minutes: '30',
  });
  if (response.headers.get('location') !== '/')
    throw new Error(`The support session does not begin: ${response.status}`);
  return { staff, merchant, path };
}

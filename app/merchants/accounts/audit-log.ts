import { listActionsOfKind, type ActionKind } from '~/audit/action-labels';
import { parseActorId, recordAudit, type AuditValues } from '~/audit/audit';
import { findUserNames } from '~/identity/users/user-names';
import { prisma } from '~/platform/database/db.server';
import { exportPages } from '~/platform/lists/page-export';
import type { TimeSpan } from '~/platform/time/days';
import { isId } from '~/platform/ids';
import type { AuditEntry, Prisma } from '~/platform/prisma/client';

export type AuditLogFilter = {
  /** `staff`, `api`, `checkout`, `system`, or a team member's ID. */
  who?: string;
  kind?: ActionKind;
  span?: TimeSpan;
  subject?: string;
};

/**
 * A team member by name, staff by role, or by name in a support session, the merchant's server, a payer at the checkout, or a
 * job.
 */
export type AuditLogActor =
  | { type: 'person'; name: string }
  | { type: 'staff'; role: string | null; name: string | null }
  | { type: 'api' }
  | { type: 'checkout' }
  | { type: 'system'; job: string };

export type AuditLogEntry = {
  id: string;
  /** The entry's position in the account's chain, and its hash. */
  number: string | null;
  hash: string | null;
  actor: AuditLogActor;
  action: string;
  subject: string | null;
  /** The subject's name, when it's a person. */
  subjectName: string | null;
  details: AuditValues;
  before: AuditValues | null;
  after: AuditValues | null;
  address: string | null;
  createdAt: Date;
};

type AuditLogQuery = { accountId: string; filter?: AuditLogFilter; before?: string; limit?: number };

/** The audit log of an account, newest first. `before` of the next page is null at the end. */
export async function listAuditLog({
  accountId,
  filter = {},
  before,
  limit = 25,
}: AuditLogQuery): Promise<{ entries: AuditLogEntry[]; before: string | null }> {
  const id = {
    ...(filter.span && (await findIdRange(accountId, filter.span))),
    ...(before && { lt: BigInt(before) }),
  };
  const rows = await prisma.auditEntry.findMany({
    where: { ...toAuditEntryWhere(accountId, filter), id },
    orderBy: { id: 'desc' },
    take: limit + 1,
  });
  const page = rows.slice(0, limit);
  const [chainLinks, people] = await Promise.all([findChainLinks(page), findPeople(page)]);
  const entries = page.map((row) => ({
    ...toAuditLogEntry(row, people),
    ...(chainLinks.get(row.id) ?? { number: null, hash: null }),
  }));
  return { entries, before: rows.length > limit ? entries.at(-1)!.id : null };
}

/**
 * The complete audit log for a download, which is audited first.
 */
export async function* exportAuditLog({
  accountId,
  filter,
  by,
  address,
}: {
  accountId: string;
  filter: AuditLogFilter;
  by: string;
  address?: string;
}): AsyncGenerator<AuditLogEntry[], void> {
  const { span, ...named } = filter;
  const details = { ...named, from: span?.from?.toISOString(), before: span?.before?.toISOString() };
  await recordAudit(prisma, {
    actor: `portal:${by}`,
    action: 'audit_log_exported',
    accountId,
    details: JSON.parse(JSON.stringify(details)) as AuditValues,
    address,
  });
  yield* exportPages((position) => listAuditLog({ accountId, filter, ...position }));
}

/** The actors in this account, for the filter. Staff members aren't distinguished from each other. */
export async function listAuditLogActors(accountId: string): Promise<{ who: string; name: string | null }[]> {
  // Skips from one actor to the next in the index, without reading their entries.
  const found = await prisma.$queryRaw<{ actor: string }[]>`
    with recursive actors as (
      (select actor from audit_entries where account_id = ${accountId} order by actor limit 1)
      union all
      select (select e.actor from audit_entries e where e.account_id = ${accountId} and e.actor > a.actor order by e.actor limit 1) from actors a where a.actor is not null
    )
    select actor from actors where actor is not null limit 500`;
  const ids = found
    .map(({ actor }) => actor)
    .filter((actor) => actor.startsWith('portal:'))
    .map(parseActorId);
  const people = await findUserNames(ids);
  const otherActors = ['staff', 'api', 'checkout', 'system'].filter((kind) =>
    found.some(({ actor }) => parseActorKind(actor) === kind),
  );
  return [
    ...ids.map((who) => ({ who, name: people.get(who) ?? formerMemberLabel })),
    ...otherActors.map((who) => ({ who, name: null })),
  ];
}

function toAuditEntryWhere(
  accountId: string,
  { who, kind, span, subject }: AuditLogFilter,
): Prisma.AuditEntryWhereInput {
  const actor =
    who === 'staff' || who === 'api' || who === 'system'
      ? { startsWith: `${who}:` }
      : who && isId('usr', who)
        ? `portal:${who}`
        : who === 'checkout'
          ? who
          : undefined;
  return {
    accountId,
    actor,
    subject,
    action: kind && { in: listActionsOfKind(kind) },
    createdAt: span && { gte: span.from, lt: span.before },
  };
}

/**
 * The range of IDs for a time range, so that other years aren't read. An ID contains the time of writing,
 * `at` the start of the transaction, and concurrent transactions can overlap. A margin of a thousand IDs is
 * more than enough.
 */
async function findIdRange(
  accountId: string,
  { from, before }: TimeSpan,
): Promise<{ gte?: bigint; lte?: bigint }> {
  const [first] = from
    ? await prisma.$queryRaw<{ id: bigint | null }[]>`
    select min(id) as id from (select id from audit_entries where account_id = ${accountId} and created_at >= ${from} order by created_at limit 1000) e`
    : [];
  const [last] = before
    ? await prisma.$queryRaw<{ id: bigint | null }[]>`
    select max(id) as id from (select id from audit_entries where account_id = ${accountId} and created_at < ${before} order by created_at desc limit 1000) e`
    : [];
  return { ...(first?.id && { gte: first.id }), ...(last?.id && { lte: last.id }) };
}

const formerMemberLabel = 'A former member';

type AuditLogPeople = { names: Map<string, string>; roles: Map<string, string> };

function toAuditLogEntry(
  row: AuditEntry,
  { names, roles }: AuditLogPeople,
): Omit<AuditLogEntry, 'number' | 'hash'> {
  const { id, action, subject, details, before, after, address, createdAt } = row;
  const [type, who = ''] = row.actor.split(':');
  const allDetails = (details ?? {}) as AuditValues;
  const { by, ...otherDetails } = allDetails;
  const supportStaffName =
    type === 'staff' && action.startsWith('support_session_') && typeof by === 'string' ? by : null;
  const actor: AuditLogActor =
    type === 'portal'
      ? { type: 'person', name: names.get(who) ?? formerMemberLabel }
      : type === 'staff'
        ? { type, role: roles.get(who) ?? null, name: supportStaffName }
        : type === 'api' || type === 'checkout'
          ? { type }
          : { type: 'system', job: who };
  const subjectName = subject && isId('usr', subject) ? (names.get(subject) ?? formerMemberLabel) : null;
  // Staff addresses aren't shown.
  const from = type === 'staff' ? null : address;
  return {
    id: String(id),
    actor,
    action,
    subject,
    subjectName,
    details: supportStaffName ? otherDetails : allDetails,
    before: before as AuditValues | null,
    after: after as AuditValues | null,
    address: from,
    createdAt,
  };
}

async function findChainLinks(
  rows: readonly AuditEntry[],
): Promise<Map<bigint, { number: string; hash: string }>> {
  const links = await prisma.auditLink.findMany({ where: { entryId: { in: rows.map(({ id }) => id) } } });
  return new Map(links.map(({ entryId, sequence, hash }) => [entryId, { number: String(sequence), hash }]));
}

async function findPeople(rows: readonly AuditEntry[]): Promise<AuditLogPeople> {
  const listActorIds = (kind: string) =>
    rows.filter(({ actor }) => actor.startsWith(kind)).map(({ actor }) => parseActorId(actor));
  const subjects = rows.flatMap(({ subject }) => (subject && isId('usr', subject) ? [subject] : []));
  const [names, staff] = await Promise.all([
    findUserNames([...listActorIds('portal:'), ...subjects]),
    prisma.staffMember.findMany({
      where: { userId: { in: listActorIds('staff:') } },
      select: { userId: true, role: true },
    }),
  ]);
  return { names, roles: new Map(staff.map(({ userId, role }) => [userId, role])) };
}

function parseActorKind(actor: string): string {
  return actor.split(':')[0]!;
}

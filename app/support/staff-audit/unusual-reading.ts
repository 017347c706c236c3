import { recordAudit, type AuditAction, type AuditValues } from '~/audit/audit';
import { findUserNames } from '~/identity/users/user-names';
import { databaseNow, prisma } from '~/platform/database/db.server';
import { log } from '~/platform/observability/log';
import { Prisma } from '~/platform/prisma/client';
import { parseSearchQuery } from '~/support/query/query-parser';
import { foldText } from '~/platform/database/accent-folding';
import { findMerchantsByName } from '~/support/search/name-search';
import { isByStaff } from './staff-audit-log';

// A staff member may read what a case needs, which no rule can know. Reading far more than calls need, or looking for the
// same person again and again, is shown to the admins, who can ask (threat T25).

/** A call takes minutes, and needs a few pages: more than one page a minute for an hour isn't answering calls. */
export const maximumRecordsPerHour = 60;

/** A person who calls again is found with the payment, the amount, or the day. The fifth search has another reason. */
export const maximumNameSearchesPerHour = 4;

/** The views of merchants, payments, payouts, and emails, in the staff area and in support sessions. */
const viewActions = [
  'staff_viewed_application',
  'staff_viewed_merchant',
  'staff_viewed_transaction',
  'staff_viewed_intent',
  'staff_viewed_payer_payments',
  'staff_viewed_payout',
  'staff_viewed_request',
  'staff_viewed_mail',
] as const satisfies AuditAction[];

/** The job runs every minute, so a longer window leaves no gap between two runs. */
const windowMinutes = 61;

const action = 'unusual_reading_detected';
const actor = 'system:detect-unusual-reading';

export type UnusualReading = {
  id: string;
  userId: string;
  name: string | null;
  /** The number of different records, if there were too many. */
  records: number | null;
  /** The repeated search for a person's full name. */
  search: { name: string; times: number } | null;
  at: Date;
};

/** Records unusual reading by staff once per person and hour, and logs it without naming anyone. */
export async function detectUnusualReading(): Promise<void> {
  const findings = new Map<string, AuditValues>();
  for (const { userId, records } of await findHeavyReaders()) findings.set(userId, { records });
  for (const { userId, name, times } of await findRepeatedNames())
    findings.set(userId, { ...findings.get(userId), name, times });
  if (!findings.size) return;
  const known = new Set(
    (await readDetections(windowMinutes)).map(({ subject }) => subject).filter((id) => id !== null),
  );
  for (const [userId, details] of findings) {
    if (known.has(userId)) continue;
    await recordAudit(prisma, { actor, action, subject: userId, details });
    log.warn('unusual reading by staff', { code: details.records ? 'many_records' : 'repeated_name' });
  }
}

/** Unusual reading of the last days, newest first. */
export async function listUnusualReading({ days }: { days: number }): Promise<UnusualReading[]> {
  const entries = await readDetections(days * 24 * 60);
  const names = await findUserNames(entries.map(({ subject }) => subject));
  return entries.map(({ id, subject, details, createdAt }) => {
    const { records, name, times } = details as AuditValues;
    return {
      id: String(id),
      userId: subject!,
      name: names.get(subject!) ?? null,
      records: typeof records === 'number' ? records : null,
      search: typeof name === 'string' && typeof times === 'number' ? { name, times } : null,
      at: createdAt,
    };
  });
}

async function readDetections(minutes: number) {
  const now = await databaseNow(prisma);
  return prisma.auditEntry.findMany({
    where: { accountId: null, action, createdAt: { gt: new Date(now.getTime() - minutes * 60_000) } },
    orderBy: { id: 'desc' },
    take: 100,
  });
}

/** A payment counts once, whether it was opened in the staff area or in a support session. */
function findHeavyReaders(): Promise<{ userId: string; records: number }[]> {
  return prisma.$queryRaw`
    with records as (
      select substr(actor, 7) as user_id, subject as record from audit_entries
      where ${Prisma.raw(isByStaff)}
        and action = any(${[...viewActions]}::text[]) and created_at > now() - make_interval(mins => ${windowMinutes})
      union
      select s.staff_user_id, coalesce(substring(p.path from 'trx_[0-9a-z]+'), s.account_id || p.path)
      from support_session_pages p join support_sessions s on s.id = p.support_session_id
      where not p.refused and p.viewed_at > now() - make_interval(mins => ${windowMinutes})
    )
    select user_id as "userId", count(*)::int as records from records group by user_id having count(*) > ${maximumRecordsPerHour}`;
}

async function findRepeatedNames(): Promise<{ userId: string; name: string; times: number }[]> {
  const searches = await prisma.$queryRaw<{ userId: string; query: string }[]>`
    select substr(actor, 7) as "userId", details ->> 'query' as query from audit_entries
    where ${Prisma.raw(isByStaff)}
      and action = 'staff_searched' and created_at > now() - make_interval(mins => ${windowMinutes})`;
  const counts = new Map<string, { userId: string; name: string; times: number }>();
  for (const { userId, query } of searches) {
    const name = readFullName(query);
    if (!name) continue;
    const key = `${userId} ${name}`;
    const times = (counts.get(key)?.times ?? 0) + 1;
    counts.set(key, { userId, name, times });
  }
  const repeated = [...counts.values()].filter(({ times }) => times > maximumNameSearchesPerHour);
  const isPerson = await Promise.all(repeated.map(async ({ name }) => !(await isMerchantName(name))));
  return repeated.filter((_, i) => isPerson[i]);
}

/** The words of a search that can only be a name, at least two of them, whatever else was searched for. */
function readFullName(query: string): string | null {
  const { name, payer = [] } = parseSearchQuery(query);
  const terms = payer.length > 1 ? payer : name;
  return terms.length < 2 ? null : foldText(terms.join(' '));
}

/** A merchant's name is searched for at each of its calls. */
async function isMerchantName(name: string): Promise<boolean> {
  const terms = name.split(' ');
  const { found } = await findMerchantsByName(terms);
  return found.some((merchant) => terms.every((term) => foldText(merchant.name).includes(term)));
}

import { recordAudit } from '~/audit/audit';
import { prisma, type Database } from '~/platform/db.server';
import { holdsCardNumber } from '~/platform/card-numbers';
import { createId, isId } from '~/platform/ids';
import { filterQuery, parseFilter } from './transaction-filter';

/** What everybody finds in the list from the start. */
export const usualViews = [
  { name: 'Needs capture soon', query: 'status=AUTHORIZED' },
  { name: 'Refunds', query: 'type=REFUND' },
  { name: 'Chargebacks', query: 'type=CHARGEBACK' },
  { name: 'Declined', query: 'status=DECLINED' },
] as const;

/** Of one person with one account. */
export const maximumViews = 30;
export const longestName = 60;
/** Of a filter as it stands in an address, where a sign may take nine characters. */
const longestQuery = 2_000;

type Person = { accountId: string; userId: string };
type Change = Person & { address?: string };

export type ViewFault = 'name_missing' | 'name_too_long' | 'unseen_characters' | 'name_taken' | 'card_number' | 'nothing_filtered' | 'filter_too_long' | 'too_many_views';

/** A person's own views and those the team shares, by name. */
export async function listViews({ accountId, userId }: Person) {
  const views = await prisma.savedView.findMany({
    where: { accountId, OR: [{ userId }, { shared: true }] },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    select: { id: true, name: true, query: true, shared: true, userId: true },
  });
  return views.map(({ userId: maker, ...view }) => ({ ...view, own: maker === userId }));
}

/** One's own view; null for any other id. */
export async function findOwnView({ accountId, userId, id }: Person & { id: string }) {
  return isId('view', id) ? prisma.savedView.findFirst({ where: { id, accountId, userId }, select: { id: true, name: true, query: true, shared: true } }) : null;
}

/** Gives a filter a name. The same one sent twice is one view. @returns the filter as it is kept */
export async function saveView({ accountId, userId, address, name: typed, query, shared }: Change & { name: string; query: string; shared: boolean }): Promise<{ id: string; query: string } | ViewFault> {
  const name = readName(typed);
  if ('fault' in name) return name.fault;
  const { filter, cardNumber } = parseFilter(new URLSearchParams(query));
  if (cardNumber) return 'card_number';
  const kept = filterQuery(filter).toString();
  if (!kept) return 'nothing_filtered';
  if (kept.length > longestQuery) return 'filter_too_long';
  return prisma.$transaction(async (db) => {
    await oneAtATime(db, accountId);
    const same = await db.savedView.findFirst({ where: { accountId, userId, name: name.text } });
    if (same) return same.query === kept && same.shared === shared ? { id: same.id, query: kept } : 'name_taken';
    if ((await db.savedView.count({ where: { accountId, userId } })) >= maximumViews) return 'too_many_views';
    const view = { id: createId('view'), accountId, userId, name: name.text, query: kept, shared };
    await db.savedView.create({ data: view });
    await recordAudit(db, { actor: `portal:${userId}`, action: 'saved_view_created', accountId, subject: view.id, details: { name: view.name, query: kept, shared }, address });
    return { id: view.id, query: kept };
  });
}

/** Renames one's own view, shares it or takes it back. @returns null when there is no such view */
export async function changeView({ accountId, userId, address, id, name: typed, shared }: Change & { id: string; name: string; shared: boolean }): Promise<{ id: string } | ViewFault | null> {
  const name = readName(typed);
  if ('fault' in name) return name.fault;
  return prisma.$transaction(async (db) => {
    await oneAtATime(db, accountId);
    const before = await db.savedView.findFirst({ where: { id, accountId, userId } });
    if (!before) return null;
    if (await db.savedView.findFirst({ where: { accountId, userId, name: name.text, NOT: { id } } })) return 'name_taken';
    if (before.name === name.text && before.shared === shared) return { id };
    const after = { name: name.text, shared };
    await db.savedView.update({ where: { id }, data: after });
    await recordAudit(db, { actor: `portal:${userId}`, action: 'saved_view_changed', accountId, subject: id, before: { name: before.name, shared: before.shared }, after, address });
    return { id };
  });
}

/** Deletes one's own view; one that is gone stays gone. */
export async function deleteView({ accountId, userId, address, id }: Change & { id: string }): Promise<void> {
  await prisma.$transaction(async (db) => {
    const view = await db.savedView.findFirst({ where: { id, accountId, userId } });
    const { count } = await db.savedView.deleteMany({ where: { id, accountId, userId } });
    if (view && count) await recordAudit(db, { actor: `portal:${userId}`, action: 'saved_view_deleted', accountId, subject: id, details: { name: view.name }, address });
  });
}

function readName(typed: string): { text: string } | { fault: ViewFault } {
  const text = typed.replace(/\p{Cc}/gu, ' ').trim().replace(/\s+/g, ' ');
  if (!text) return { fault: 'name_missing' };
  if ([...text].length > longestName) return { fault: 'name_too_long' };
  // Nobody sees what such a name says, or the others beside it are read backwards.
  if (/\p{Cf}/u.test(text)) return { fault: 'unseen_characters' };
  return holdsCardNumber(text) ? { fault: 'card_number' } : { text };
}

/** Two clicks at once pass neither the limit nor the name. */
async function oneAtATime(db: Database, accountId: string): Promise<void> {
  await db.$queryRaw`select id from accounts where id = ${accountId} for no key update`;
}

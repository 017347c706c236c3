import { recordAudit } from '~/audit/audit';
import { findUserNames } from '~/identity/users/user-names';
import { lockAccount } from '~/platform/database/account-lock.server';
import { prisma } from '~/platform/database/db.server';
import { containsCardNumber } from '~/platform/cards/card-numbers';
import { createId, isId } from '~/platform/ids';
import { defineStatement } from '~/platform/database/statement.server';
import { maximumViewNameLength } from '~/payments/text-limits';
import { toFilterQuery, parseFilter } from './transaction-filter';

/** The default views that everyone has. */
export const defaultViews = [
  { name: 'Needs capture soon', query: 'hold=ending' },
  { name: 'Refunds', query: 'type=REFUND' },
  { name: 'Chargebacks', query: 'type=CHARGEBACK' },
  { name: 'Declined', query: 'status=DECLINED' },
] as const;

/** A person's views in one account. */
const maximumViews = 30;
/** The maximum length of a filter in a URL, where one character can take nine bytes. */
const longestQuery = 2_000;

type Person = { accountId: string; userId: string };
type Change = Person & { address?: string };

export type ViewProblem =
  | 'name_missing'
  | 'name_too_long'
  | 'unseen_characters'
  | 'name_taken'
  | 'card_number'
  | 'nothing_filtered'
  | 'filter_too_long'
  | 'too_many_views';

const findViews = defineStatement<
  { accountId: string; userId: string },
  { id: string; name: string; query: string; shared: boolean; own: boolean; maker: string | null }
>(
  'find-views',
  `select id, name, query, shared, user_id = :userId as own,
      (select users.name from users join members on members.user_id = users.id where users.id = saved_views.user_id and members.account_id = :accountId) as maker
    from saved_views where account_id = :accountId and (user_id = :userId or shared) order by name, id`,
);

/** A person's own views and those shared with the team, by name. `maker` is null for a former team member. */
export function listViews({ accountId, userId }: Person) {
  return findViews({ accountId, userId });
}

type Deletable = Person & { id: string; managesTeam: boolean };

/** The views that a person can delete: their own and, if they manage the team, any shared one. */
const deletable = ({ accountId, userId, id, managesTeam }: Deletable) => ({
  id,
  accountId,
  OR: [{ userId }, ...(managesTeam ? [{ shared: true }] : [])],
});

/** A view that the person can change or delete. Null for any other ID. */
export async function findDeletableView(by: Deletable) {
  const view = isId('view', by.id)
    ? await prisma.savedView.findFirst({
        where: deletable(by),
        select: { id: true, name: true, query: true, shared: true, userId: true },
      })
    : null;
  if (!view) return null;
  const { userId, ...found } = view;
  return {
    ...found,
    own: userId === by.userId,
    maker: (await findUserNames([userId], by)).get(userId) ?? null,
  };
}

/**
 * Saves a filter under a name. Submitting the same one twice saves one view.
 * @returns the saved filter
 */
export async function saveView({
  accountId,
  userId,
  address,
  name: nameInput,
  query,
  shared,
}: Change & { name: string; query: string; shared: boolean }): Promise<
  { id: string; query: string } | ViewProblem
> {
  const name = readName(nameInput);
  if ('fault' in name) return name.fault;
  const { filter, cardNumber } = parseFilter(new URLSearchParams(query));
  if (cardNumber) return 'card_number';
  const normalizedQuery = toFilterQuery(filter);
  if (!normalizedQuery) return 'nothing_filtered';
  if (normalizedQuery.length > longestQuery) return 'filter_too_long';
  return prisma.$transaction(async (db) => {
    // A double-click exceeds neither the limit nor duplicates the name.
    await lockAccount(db, accountId);
    const same = await db.savedView.findFirst({ where: { accountId, userId, name: name.text } });
    if (same)
      return same.query === normalizedQuery && same.shared === shared
        ? { id: same.id, query: normalizedQuery }
        : 'name_taken';
    if ((await db.savedView.count({ where: { accountId, userId } })) >= maximumViews) return 'too_many_views';
    const view = { id: createId('view'), accountId, userId, name: name.text, query: normalizedQuery, shared };
    await db.savedView.create({ data: view });
    await recordAudit(db, {
      actor: `portal:${userId}`,
      action: 'saved_view_created',
      accountId,
      subject: view.id,
      details: { name: view.name, query: normalizedQuery, shared },
      address,
    });
    return { id: view.id, query: normalizedQuery };
  });
}

/**
 * Renames, shares, or unshares one's own view.
 * @returns null when there is no such view
 */
export async function changeView({
  accountId,
  userId,
  address,
  id,
  name: nameInput,
  shared,
}: Change & { id: string; name: string; shared: boolean }): Promise<{ id: string } | ViewProblem | null> {
  const name = readName(nameInput);
  if ('fault' in name) return name.fault;
  return prisma.$transaction(async (db) => {
    await lockAccount(db, accountId);
    const before = await db.savedView.findFirst({ where: { id, accountId, userId } });
    if (!before) return null;
    if (await db.savedView.findFirst({ where: { accountId, userId, name: name.text, NOT: { id } } }))
      return 'name_taken';
    if (before.name === name.text && before.shared === shared) return { id };
    const after = { name: name.text, shared };
    await db.savedView.update({ where: { id }, data: after });
    await recordAudit(db, {
      actor: `portal:${userId}`,
      action: 'saved_view_changed',
      accountId,
      subject: id,
      before: { name: before.name, shared: before.shared },
      after,
      address,
    });
    return { id };
  });
}

/** Deletes one's own view, or a shared one of a team that one manages. Deleting it again has no effect. */
export async function deleteView({ address, ...by }: Deletable & { address?: string }): Promise<void> {
  const { accountId, userId, id } = by;
  await prisma.$transaction(async (db) => {
    // A double-click is audited once.
    await lockAccount(db, accountId);
    const view = await db.savedView.findFirst({ where: deletable(by) });
    if (!view) return;
    await db.savedView.delete({ where: { id } });
    await recordAudit(db, {
      actor: `portal:${userId}`,
      action: 'saved_view_deleted',
      accountId,
      subject: id,
      details: { name: view.name },
      address,
    });
  });
}

function readName(nameInput: string): { text: string } | { fault: ViewProblem } {
  const text = nameInput
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .replace(/\s+/g, ' ');
  if (!text) return { fault: 'name_missing' };
  if ([...text].length > maximumViewNameLength) return { fault: 'name_too_long' };
  // Invisible and bidirectional characters would hide a name or reverse the names next to it.
  if (/\p{Cf}/u.test(text)) return { fault: 'unseen_characters' };
  return containsCardNumber(text) ? { fault: 'card_number' } : { text };
}

import { expect, test } from 'vitest';
import { listAudit } from '~/audit/audit';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildMerchant } from '../../../tests/world/merchants';
import { changeView, deleteView, findDeletableView, saveView } from './saved-views';

const address = '192.0.2.7';
const cardNumber = '4532 0151 1283 0366';

/** The owner of a new merchant account, who saves views there. */
async function buildOwner() {
  const { accountId, ownerId } = await buildMerchant();
  return { accountId, userId: ownerId, address };
}

type Owner = Awaited<ReturnType<typeof buildOwner>>;

const save = (owner: Owner, input: { name?: string; query?: string; shared?: boolean } = {}) =>
  saveView({ ...owner, name: 'Refunds', query: 'type=REFUND', shared: false, ...input });

/** Saves a view and returns its ID. */
async function buildView(owner: Owner, input: Parameters<typeof save>[1] = {}): Promise<string> {
  const saved = await save(owner, input);
  if (typeof saved === 'string') throw new Error(saved);
  return saved.id;
}

const findView = (id: string) =>
  prisma.savedView.findUnique({ where: { id }, select: { name: true, query: true, shared: true } });

/** The audit entries of views in the account, oldest first. */
const listViewAudit = async ({ accountId }: Owner) =>
  (await listAudit({ accountId })).entries.filter(({ action }) => action.startsWith('saved_view')).reverse();

test('each change of a view is audited with its values', async () => {
  const owner = await buildOwner();
  const id = await buildView(owner, { name: 'Returns', query: 'nonsense=1&type=refund', shared: true });
  expect(await changeView({ ...owner, id, name: 'Refunds', shared: false })).toEqual({ id });
  for (let times = 0; times < 2; times++) await deleteView({ ...owner, id, managesTeam: false });
  const entry = {
    actor: `portal:${owner.userId}`,
    subject: id,
    details: null,
    before: null,
    after: null,
    address,
  };
  expect(await listViewAudit(owner)).toMatchObject([
    {
      ...entry,
      action: 'saved_view_created',
      details: { name: 'Returns', query: 'type=REFUND', shared: true },
    },
    {
      ...entry,
      action: 'saved_view_changed',
      before: { name: 'Returns', shared: true },
      after: { name: 'Refunds', shared: false },
    },
    { ...entry, action: 'saved_view_deleted', details: { name: 'Refunds' } },
  ]);
});

test('a name is stored as one line with single spaces', async () => {
  const id = await buildView(await buildOwner(), { name: '  Late\r\n\tand   large\u0000 ' });
  expect(await findView(id)).toEqual({ name: 'Late and large', query: 'type=REFUND', shared: false });
});

test('a name has at most 60 characters, of any script', async () => {
  const owner = await buildOwner();
  const id = await buildView(owner, { name: '💶'.repeat(60) });
  expect(await findView(id)).toMatchObject({ name: '💶'.repeat(60) });
  expect(await save(owner, { name: '💶'.repeat(61) })).toBe('name_too_long');
});

test('a filter has at most 2,000 characters in a URL', async () => {
  const owner = await buildOwner();
  // The field name takes 7 of them, and each euro sign 9.
  const filterOf = (letters: number) => `search=${'€'.repeat(218)}${'x'.repeat(letters)}`;
  const id = await buildView(owner, { query: filterOf(31) });
  expect((await findView(id))!.query).toHaveLength(2_000);
  expect(await save(owner, { name: 'Longer', query: filterOf(32) })).toBe('filter_too_long');
});

test('saving the same view again returns it; a different one under its name is rejected', async () => {
  const owner = await buildOwner();
  const id = await buildView(owner);
  expect({
    same: await save(owner),
    shared: await save(owner, { shared: true }),
    filtered: await save(owner, { query: 'type=CHARGEBACK' }),
  }).toEqual({
    same: { id, query: 'type=REFUND' },
    shared: 'name_taken',
    filtered: 'name_taken',
  });
  expect(await findView(id)).toEqual({ name: 'Refunds', query: 'type=REFUND', shared: false });
  expect(await listViewAudit(owner)).toHaveLength(1);
});

test('a person saves at most 30 views in an account', async () => {
  const [owner, other] = [await buildOwner(), await buildOwner()];
  const { accountId, userId } = owner;
  const viewOf = (name: string, person: { accountId: string; userId: string }) => ({
    id: createId('view'),
    ...person,
    name,
    query: 'type=REFUND',
  });
  await prisma.savedView.createMany({
    data: [
      ...Array.from({ length: 29 }, (_, i) => viewOf(`View ${i}`, { accountId, userId })),
      viewOf('A colleague’s', { accountId, userId: other.userId }),
      viewOf('In another account', { accountId: other.accountId, userId }),
    ],
  });
  expect(await save(owner)).toMatchObject({ query: 'type=REFUND' });
  expect(await save(owner, { name: 'One more' })).toBe('too_many_views');
});

test('a view can be renamed or shared alone; an unchanged one is not audited', async () => {
  const owner = await buildOwner();
  const id = await buildView(owner);
  const change = async (name: string, shared: boolean) => ({
    result: await changeView({ ...owner, id, name, shared }),
    view: await findView(id),
    entries: (await listViewAudit(owner)).length,
  });
  const query = 'type=REFUND';
  expect(await change('Refunds', false)).toEqual({
    result: { id },
    view: { name: 'Refunds', query, shared: false },
    entries: 1,
  });
  expect(await change('Refunds', true)).toEqual({
    result: { id },
    view: { name: 'Refunds', query, shared: true },
    entries: 2,
  });
  expect(await change('Returns', true)).toEqual({
    result: { id },
    view: { name: 'Returns', query, shared: true },
    entries: 3,
  });
});

test('a view keeps its name when the new one is invalid or taken', async () => {
  const owner = await buildOwner();
  await buildView(owner, { name: 'Taken' });
  const id = await buildView(owner);
  const rename = (name: string) => changeView({ ...owner, id, name, shared: true });
  expect({
    taken: await rename(' Taken '),
    blank: await rename(' '),
    long: await rename('x'.repeat(61)),
    unseen: await rename('Re\u200bfunds'),
    card: await rename(cardNumber),
  }).toEqual({
    taken: 'name_taken',
    blank: 'name_missing',
    long: 'name_too_long',
    unseen: 'unseen_characters',
    card: 'card_number',
  });
  expect(await findView(id)).toEqual({ name: 'Refunds', query: 'type=REFUND', shared: false });
});

test('two people can give their views the same name', async () => {
  const [owner, other] = [await buildOwner(), await buildOwner()];
  await buildView({ ...other, accountId: owner.accountId }, { name: 'Returns' });
  // The same person's view in another account doesn't count, either.
  await buildView({ ...owner, accountId: other.accountId }, { name: 'Returns' });
  const id = await buildView(owner);
  expect(await changeView({ ...owner, id, name: 'Returns', shared: false })).toEqual({ id });
});

test('a person changes only their own views, and only in their account', async () => {
  const [owner, other] = [await buildOwner(), await buildOwner()];
  const id = await buildView(owner, { shared: true });
  await buildView(other);
  const change = (by: Owner, viewId = id) => changeView({ ...by, id: viewId, name: 'Mine', shared: true });
  expect({
    stranger: await change(other),
    colleague: await change({ ...other, accountId: owner.accountId }),
    elsewhere: await change({ ...owner, accountId: other.accountId }),
    unknown: await change(owner, createId('view')),
  }).toEqual({ stranger: null, colleague: null, elsewhere: null, unknown: null });
  expect(await findView(id)).toEqual({ name: 'Refunds', query: 'type=REFUND', shared: true });
});

test('a team manager sees who created a shared view, as long as they are a team member', async () => {
  const [maker, manager] = [await buildOwner(), await buildOwner()];
  const { accountId, userId } = maker;
  const [id, hidden] = [
    await buildView(maker, { shared: true }),
    await buildView(maker, { name: 'Private' }),
  ];
  const find = (by: Owner, viewId: string, managesTeam: boolean) =>
    findDeletableView({ accountId, userId: by.userId, id: viewId, managesTeam });
  const { name: makerName } = await prisma.user.findUniqueOrThrow({ where: { id: userId } });
  const view = { id, name: 'Refunds', query: 'type=REFUND', shared: true };
  expect({
    own: await find(maker, id, false),
    managed: await find(manager, id, true),
    shared: await find(manager, id, false),
    hidden: await find(manager, hidden, true),
  }).toEqual({
    own: { ...view, own: true, maker: makerName },
    managed: { ...view, own: false, maker: makerName },
    shared: null,
    hidden: null,
  });
  await prisma.member.deleteMany({ where: { accountId, userId } });
  expect(await find(manager, id, true)).toEqual({ ...view, own: false, maker: null });
});

test('a person deletes their own views; a team manager also shared ones', async () => {
  const [maker, other] = [await buildOwner(), await buildOwner()];
  const colleague = { ...other, accountId: maker.accountId };
  await buildView(maker, { name: 'First' });
  const [shared, hidden] = [
    await buildView(maker, { name: 'Shared', shared: true }),
    await buildView(maker, { name: 'Private' }),
  ];
  const listNames = async () =>
    (await prisma.savedView.findMany({ where: { userId: maker.userId }, orderBy: { name: 'asc' } })).map(
      ({ name }) => name,
    );
  await deleteView({ ...colleague, id: shared, managesTeam: false });
  await deleteView({ ...colleague, id: hidden, managesTeam: true });
  await deleteView({ ...other, id: shared, managesTeam: true });
  expect(await listNames()).toEqual(['First', 'Private', 'Shared']);
  await deleteView({ ...colleague, id: shared, managesTeam: true });
  await deleteView({ ...maker, id: hidden, managesTeam: false });
  expect(await listNames()).toEqual(['First']);
  const deletions = (await listViewAudit(maker)).filter(({ action }) => action === 'saved_view_deleted');
  expect(deletions.map(({ actor, details }) => ({ actor, details }))).toEqual([
    { actor: `portal:${other.userId}`, details: { name: 'Shared' } },
    { actor: `portal:${maker.userId}`, details: { name: 'Private' } },
  ]);
});

test('a double-click on Delete is audited once', async () => {
  const owner = await buildOwner();
  const id = await buildView(owner);
  const remove = () => deleteView({ ...owner, id, managesTeam: false });
  await Promise.all([remove(), remove()]);
  expect((await listViewAudit(owner)).map(({ action }) => action)).toEqual([
    'saved_view_created',
    'saved_view_deleted',
  ]);
});

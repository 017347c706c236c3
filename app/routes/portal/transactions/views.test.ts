import { expect, test } from 'vitest';
import { hashPassword } from '~/identity/passwords/passwords';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { openBrowser, readPage } from '../../../../tests/world/browser';
import { buildMerchant } from '../../../../tests/world/merchants';

const password = 'correct horse battery';
const path = '/transactions/views';

/** A logged-in member of a new merchant, or of the given one. */
async function logIn(accountId?: string) {
  const email = `views-${crypto.randomUUID()}@example.com`;
  const merchant = await buildMerchant({ email, passwordHash: await hashPassword(password) });
  if (accountId)
    await prisma.member.updateMany({
      where: { userId: merchant.ownerId },
      data: { accountId, role: 'viewer' },
    });
  const browser = openBrowser();
  expect((await browser.submit('/login', { email, password })).status).toBe(302);
  return { merchant, browser, userId: merchant.ownerId };
}

const namesOn = (html: string) =>
  [
    ...(/aria-label="Views of this list".*?<\/nav>/s.exec(html)?.[0] ?? '').matchAll(
      /<a[^>]*><span[^>]*>([^<]*)/g,
    ),
  ].map(([, name]) => name);
const usual = ['All', 'Needs capture soon', 'Refunds', 'Chargebacks', 'Declined'];
const actionsOf = async (userId: string) =>
  (await prisma.auditEntry.findMany({ where: { actor: `portal:${userId}` }, orderBy: { id: 'asc' } })).map(
    ({ action }) => action,
  );

test('a filter is saved, renamed, shared and deleted; every change is audited', async () => {
  const own = await logIn();
  const [colleague, stranger] = [await logIn(own.merchant.accountId), await logIn()];
  const list = async ({ browser }: typeof own) =>
    namesOn((await readPage(await browser.open('/transactions?status=DECLINED'))).html);
  for (let times = 0; times < 2; times++) {
    const saved = await own.browser.submit(path, {
      name: '  Large in euro ',
      query: 'before=trx_1&currency=EUR&min=500&nonsense=1',
    });
    // Redirects to the saved filter, not to the form's.
    expect({ status: saved.status, location: saved.headers.get('location') }).toEqual({
      status: 302,
      location: '/transactions?min=500&currency=EUR&view=saved',
    });
  }
  const [view, ...more] = await prisma.savedView.findMany({ where: { userId: own.userId } });
  expect({ view, more }).toMatchObject({
    view: { name: 'Large in euro', query: 'min=500&currency=EUR', shared: false },
    more: [],
  });
  expect({ own: await list(own), colleague: await list(colleague), stranger: await list(stranger) }).toEqual({
    own: [...usual, 'Large in euro'],
    colleague: usual,
    stranger: usual,
  });

  const changed = await own.browser.submit(`${path}/${view!.id}`, { name: 'Large', shared: 'yes' });
  expect(changed.headers.get('location')).toBe('/transactions?min=500&currency=EUR&view=changed');
  expect({ own: await list(own), colleague: await list(colleague), stranger: await list(stranger) }).toEqual({
    own: [...usual, 'Large'],
    colleague: [...usual, 'Large'],
    stranger: usual,
  });

  for (const { browser } of [colleague, stranger]) {
    expect((await browser.open(`${path}/${view!.id}`)).status).toBe(404);
    expect((await browser.submit(`${path}/${view!.id}`, { name: 'Mine now' })).status).toBe(404);
    await browser.submit(`${path}/${view!.id}`, { delete: 'yes' });
  }
  expect(await prisma.savedView.findUnique({ where: { id: view!.id } })).toMatchObject({ name: 'Large' });

  for (let times = 0; times < 2; times++)
    expect((await own.browser.submit(`${path}/${view!.id}`, { delete: 'yes' })).headers.get('location')).toBe(
      '/transactions?view=deleted',
    );
  expect(await list(own)).toEqual(usual);
  expect((await actionsOf(own.userId)).filter((action) => action.startsWith('saved_view'))).toEqual([
    'saved_view_created',
    'saved_view_changed',
    'saved_view_deleted',
  ]);
});

test.each([
  [{ name: '', query: 'type=REFUND' }, 'Enter a name'],
  [{ name: 'x'.repeat(61), query: 'type=REFUND' }, 'at most 60'],
  [{ name: '\u200b\u200b', query: 'type=REFUND' }, 'invisible characters'],
  [{ name: 'Late \u202esdnufer', query: 'type=REFUND' }, 'invisible characters'],
  [{ name: 'Everything', query: '' }, 'Filter the list before'],
  [{ name: 'Mine', query: 'search=4532015112830366' }, 'card number'],
  [{ name: '4532 0151 1283 0366', query: 'type=REFUND' }, 'card number'],
  [{ name: 'Long', query: `search=${'€'.repeat(255)}` }, 'Shorten the search'],
  [{ name: 'Taken', query: 'type=CHARGEBACK' }, 'You already have a view with this name'],
])('%j is rejected, with the reason', async (fields, reason) => {
  const { browser, userId } = await logIn();
  await browser.submit(path, { name: 'Taken', query: 'type=REFUND' });
  const response = await browser.submit(path, fields);
  const { errors, html, title } = await readPage(response);
  expect({ status: response.status, title }).toEqual({ status: 422, title: 'Error: Saved views · Tillway' });
  expect(errors).toHaveLength(1);
  expect(errors[0]).toContain(reason);
  expect(html).not.toContain('4532 0151');
  expect(await prisma.savedView.count({ where: { userId } })).toBe(1);
});

test('the title of a rejected name says that there is an error', async () => {
  const { browser, userId } = await logIn();
  await browser.submit(path, { name: 'Refunds', query: 'type=REFUND' });
  const { id } = await prisma.savedView.findFirstOrThrow({ where: { userId } });
  const { title } = await readPage(await browser.submit(`${path}/${id}`, { name: '' }));
  expect(title).toBe('Error: Saved view · Tillway');
});

test('unknown views are not found', async () => {
  const { browser } = await logIn();
  for (const id of ['view_1', '%00', createId('view')]) {
    expect((await browser.open(`${path}/${id}`)).status).toBe(404);
    expect((await browser.submit(`${path}/${id}`, { name: 'x' })).status).toBe(404);
  }
});

test('the number of views per person is limited', async () => {
  const { browser, userId, merchant } = await logIn();
  await prisma.savedView.createMany({
    data: Array.from({ length: 29 }, (_, i) => ({
      id: createId('view'),
      accountId: merchant.accountId,
      userId,
      name: `View ${i}`,
      query: 'type=REFUND',
    })),
  });
  const both = await Promise.all(
    ['one', 'two'].map((name) => browser.submit(path, { name, query: 'type=REFUND' })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([302, 422]);
  expect(await prisma.savedView.count({ where: { userId } })).toBe(30);
});

test("members who manage the team can delete what others left, and can't change it", async () => {
  const [maker, manager] = [await logIn(), await logIn()];
  const { accountId } = maker.merchant;
  await prisma.member.updateMany({ where: { userId: manager.userId }, data: { accountId, role: 'admin' } });
  await maker.browser.submit(path, { name: 'Left behind', shared: 'yes', query: 'type=REFUND' });
  await maker.browser.submit(path, { name: 'Private', query: 'type=REFUND' });
  const [left, own] = await prisma.savedView.findMany({
    where: { userId: maker.userId },
    orderBy: { name: 'asc' },
  });
  await prisma.member.deleteMany({ where: { userId: maker.userId, accountId } });
  const page = (await readPage(await manager.browser.open(path))).html.replace(/<!-- -->/g, '');
  expect(page).toContain('A former member');
  expect(page).toContain(`/transactions/views/${left!.id}`);
  const one = await readPage(await manager.browser.open(`${path}/${left!.id}`));
  expect(one.html).not.toContain('name="name"');
  expect((await manager.browser.submit(`${path}/${left!.id}`, { name: 'Mine now' })).status).toBe(404);
  await manager.browser.submit(`${path}/${own!.id}`, { delete: 'yes' });
  for (let times = 0; times < 2; times++)
    expect(
      (await manager.browser.submit(`${path}/${left!.id}`, { delete: 'yes' })).headers.get('location'),
    ).toBe('/transactions?view=deleted');
  expect(await prisma.savedView.findMany({ where: { userId: maker.userId } })).toMatchObject([
    { name: 'Private' },
  ]);
  expect(await actionsOf(manager.userId)).toEqual(expect.arrayContaining(['saved_view_deleted']));
});

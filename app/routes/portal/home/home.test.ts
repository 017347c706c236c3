import { expect, test } from 'vitest';
import { hashPassword } from '~/identity/passwords/passwords';
import { refreshDailyTotals } from '~/payments/reporting/daily-totals';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildApiClient } from '../../../../tests/world/api-client';
import { openBrowser, readPage } from '../../../../tests/world/browser';
import { buildMerchant } from '../../../../tests/world/merchants';
import { buildPayment, cards, sendCaptureOrVoid } from '../../../../tests/world/payments/payments';

const password = 'correct horse battery';
const day = 86_400_000;

async function enter({ ownerId }: { ownerId: string }, role = 'owner') {
  const { email } = await prisma.user.update({
    where: { id: ownerId },
    data: { passwordHash: await hashPassword(password) },
  });
  await prisma.member.updateMany({ where: { userId: ownerId }, data: { role } });
  const browser = openBrowser();
  await browser.submit('/login', { email, password });
  return async (path: string) => {
    const response = await browser.open(path);
    return {
      status: response.status,
      text: (await readPage(response)).html
        .replace(/<script.*?<\/script>/gs, '')
        .replace(/<!-- -->/g, '')
        .replace(/<[^>]+>/g, '|')
        .replace(/\|+/g, '|'),
    };
  };
}

const count = () => refreshDailyTotals(undefined, { margin: 0 });

test('a new account has its first steps, and no empty figures', async () => {
  const open = await enter(await buildMerchant());
  const { text } = await open('/');
  expect(text).toContain('Take your first payment');
  expect(text).toContain('4242 4242 4242 4242');
  // In the order in which an owner without a developer needs them.
  expect(text).toMatch(/\|Take your first payment\|.*\|Go live\|.*\|Connect your site\|/s);
  expect(text).not.toContain('Overview');
});

test("a new secret doesn't bring back the first steps after a payment", async () => {
  const client = await buildApiClient();
  await buildPayment(client);
  await prisma.apiSecret.updateMany({
    where: { accountId: client.merchant.accountId },
    data: { lastUsedAt: null },
  });
  expect((await (await enter(client.merchant))('/')).text).not.toContain('Take your first payment');
});

test('today counts the first payment at once, and has no percentage without a previous amount', async () => {
  const client = await buildApiClient();
  await buildPayment(client, { operation: 'authcap', amount: 12_345, currency: 'EUR' });
  const { text } = await (await enter(client.merchant))('/');
  const today = text.slice(text.indexOf('|Today|'), text.indexOf('|View as table|'));
  expect(today).toContain('|In EUR, as of ');
  expect(today).toContain('|Approved payments|€123.45|1 payment|€0.00| last ');
  expect(today).toMatch(/\|Authorization rate\|100%\|1 of 1 approved\|No payments last \w+day\|Refunds\|/);
  expect(today).not.toMatch(/[+−]\d/);
});

test('the overview totals one currency at a time, compared with the previous period', async () => {
  const client = await buildApiClient();
  const { accountId } = client.merchant;
  await buildPayment(client, { operation: 'authcap', amount: 12_345, currency: 'EUR' });
  await buildPayment(client, { operation: 'authcap', amount: 655, currency: 'EUR' });
  await buildPayment(client, { operation: 'authcap', amount: 9_900, currency: 'USD' });
  await buildPayment(client, { operation: 'authcap', amount: 10_000, currency: 'EUR', pan: cards.declined });
  await count();
  await prisma.dailyTotals.create({
    data: {
      accountId,
      environment: 'test',
      day: new Date(Date.now() - 8 * day),
      currency: 'EUR',
      approved: 1,
      captured: 6_500,
    },
  });
  await prisma.dailyTotals.create({
    data: { accountId, environment: 'live', day: new Date(), currency: 'EUR', approved: 1, captured: 77_700 },
  });
  const open = await enter(client.merchant);

  const { text } = await open('/?period=7');
  for (const part of [
    '|Captured|€130.00|by capture date|',
    '|Total|€130.00|2|1|66.7%|0|€0.00|0|€0.00|€0.00|',
    '|€65.00| before, +100%',
    '|66.7%|2 of 3 approved|',
    '100% before, −33.3 points',
    'As of ',
    '|EUR|',
    '|USD|',
    'View as table',
  ])
    expect(text).toContain(part);
  expect(text).not.toContain('|Captured|$');
  expect((await open('/?period=7&currency=USD')).text).toContain('|Captured|$99.00|');
  // Thirty days include the earlier one, and nothing before it.
  expect((await open('/?period=30')).text).toContain('|Captured|€195.00|');
  // A currency stays selected in a period without it.
  expect((await open('/?period=own&from=2026-03-29&to=2026-03-29&currency=usd')).text).toContain(
    '|Captured|$0.00|',
  );
  for (const query of [
    'currency=CHF',
    'currency=%00',
    'currency[]=1&currency=2',
    'period=own&from=%00&to=a&from=b',
  ])
    expect(await open(`/?period=7&${query}`)).toMatchObject({ status: 200 });
  // Totals of other days than the person meant would be misleading.
  const wrong = (await open('/?period=own&from=2026-03-30&to=2026-02-01')).text;
  expect(wrong).toContain('Enter a date that isn’t before the start date');
  expect(wrong).not.toContain('by capture date');
  const future = (await open('/?period=own&from=2099-01-01&to=2099-02-01')).text;
  expect(future).toContain('|There is a problem|Enter a start date that isn’t in the future|');
  expect(future).not.toContain('by capture date');
  const long = (await open('/?period=own&from=2010-01-01&to=2015-01-01')).text;
  expect(long).toContain('The longest range is two years, so this one starts on Jan 1, 2013.');
});

test("while another time zone's days are recalculated, the page names the time zone of the figures", async () => {
  const client = await buildApiClient();
  const { accountId: id } = client.merchant;
  await buildPayment(client, { operation: 'authcap', amount: 1_500 });
  await count();
  const open = await enter(client.merchant);
  await prisma.account.update({ where: { id }, data: { timeZone: 'America/New_York' } });
  for (const text of [
    'Recalculating your report',
    'Days in this report still use the time zone UTC.',
    'You switched to America/New York',
    '$15.00',
  ])
    expect((await open('/')).text).toContain(text);
  await count();
  expect((await open('/')).text).not.toContain('recalculated');
});

test('a year is shown by month, without other currencies and accounts', async () => {
  const client = await buildApiClient();
  await buildPayment(client, { currency: 'JPY', operation: 'authcap', amount: 1_500 });
  await count();
  const open = await enter(client.merchant);
  const { text } = await open('/?period=year');
  expect(text).toContain('Captured by month');
  expect(text).toContain('|Captured|¥1,500|');
});

test('holds that expire within 48 hours are listed, with the remaining amount', async () => {
  const client = await buildApiClient();
  const [soon, later, done] = [
    await buildPayment(client, { amount: 5_000 }),
    await buildPayment(client, { amount: 6_100 }),
    await buildPayment(client, { amount: 7_200 }),
  ];
  await sendCaptureOrVoid(client, soon.id, { operation: 'capture', amount: 1_234 });
  await sendCaptureOrVoid(client, done.id, { operation: 'capture', amount: 200 });
  await sendCaptureOrVoid(client, done.id, { operation: 'void' });
  const ends = (id: string, days: number) =>
    prisma.transaction.update({ where: { id }, data: { captureBefore: new Date(Date.now() + days * day) } });
  await ends(soon.id, 1.5);
  await ends(later.id, 2.5);
  await ends(done.id, 1);
  const open = await enter(client.merchant);
  const { text } = await open('/');
  const notice = text.slice(text.indexOf('A hold expires within 48 hours'), text.indexOf('Overview'));
  expect(notice).toContain('$37.66');
  for (const other of ['$61.00', '$70.00']) expect(notice).not.toContain(other);
});

test.each([
  ['developer', true],
  ['finance', false],
])('a failing endpoint is shown to members who manage webhooks: %s', async (role, received) => {
  const merchant = await buildMerchant();
  const endpoint = {
    accountId: merchant.accountId,
    environment: 'test',
    sealed: 'sealed',
    createdBy: merchant.ownerId,
    secretCreatedBy: merchant.ownerId,
  };
  await prisma.webhookEndpoint.createMany({
    data: [
      { ...endpoint, id: createId('hook'), url: 'https://failing.example/', failingSince: new Date() },
      { ...endpoint, id: createId('hook'), url: 'https://well.example/' },
      {
        ...endpoint,
        id: createId('hook'),
        url: 'https://by-hand.example/',
        status: 'disabled',
        disabledReason: 'manual',
        disabledAt: new Date(),
        failingSince: new Date(),
      },
      {
        ...endpoint,
        id: createId('hook'),
        url: 'https://gone.example/',
        status: 'disabled',
        disabledReason: 'gone',
        disabledAt: new Date(),
      },
      {
        ...endpoint,
        id: createId('hook'),
        url: 'https://deleted.example/',
        failingSince: new Date(),
        deletedAt: new Date(),
      },
    ],
  });
  const { text } = await (await enter(merchant, role))('/');
  for (const visible of ['https://failing.example/', 'https://gone.example/'])
    expect(text.includes(visible)).toBe(received);
  for (const hidden of ['well', 'by-hand', 'deleted'])
    expect(text).not.toContain(`https://${hidden}.example/`);
});

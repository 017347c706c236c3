import { beforeAll, describe, expect, test } from 'vitest';
import { flushRequests } from '~/api/request-log/request-log';
import { listAudit } from '~/audit/audit';
import { createAuthenticatorSecret } from '~/identity/second-factor/authenticator';
import { setUpSecondFactor } from '~/identity/second-factor/second-factor';
import { sendMail } from '~/mail/outbox';
import { inviteMember } from '~/merchants/team/invitations';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildApiClient, type ApiClient } from '../../../tests/world/api-client';
import { generateCode } from '../../../tests/world/identity/authenticator';
import { startWebhookReceiver } from '../../../tests/peers/services/webhook-receiver';
import { readPage } from '../../../tests/world/browser';
import { buildSentMail } from '../../../tests/world/mails/mails';
import { buildApplication } from '../../../tests/world/applications';
import { buildMerchant } from '../../../tests/world/merchants';
import { addSoftwarePasskey } from '../../../tests/world/identity/software-passkey';
import { buildPayment, cards } from '../../../tests/world/payments/payments';
import { refreshPlannerStatistics } from '../../../tests/world/planner-statistics';
import { buildStaff, type Staff } from '../../../tests/world/identity/staff';
import { buildPerson, logInAs } from '../../../tests/world/identity/team';
import {
  buildEndpoint,
  deliverDueWebhooks,
  dropWaitingDeliveries,
  publishTestEvent,
} from '../../../tests/world/webhooks';

const marker = Array.from({ length: 10 }, () => 'bcdfghjklmnp'[Math.floor(Math.random() * 12)]).join('');
let [client, support] = [] as unknown as [ApiClient, Staff];

beforeAll(async () => {
  client = await buildApiClient(
    await buildMerchant({ name: `Fern ${marker}`, email: `owner@${marker}.example` }),
  );
  support = await buildStaff('support', { name: 'Sam Secretive' });
  await refreshPlannerStatistics();
});

async function addAuthenticatorApp(userId: string): Promise<void> {
  const secret = createAuthenticatorSecret();
  expect(
    await setUpSecondFactor({
      userId,
      actor: `portal:${userId}`,
      secret,
      code: generateCode(secret),
      replaces: true,
    }),
  ).toHaveProperty('recoveryCodes');
}

const readResponse = async (response: Response) => ({
  status: response.status,
  ...(await readPage(response)),
});
const open = async (path: string) => readResponse(await support.open(path));

describe('the search', () => {
  test('is where support starts, and finds a payment by a sentence', async () => {
    expect((await support.open('/staff')).headers.get('location')).toBe('/support');
    const { id } = await buildPayment(client, { amount: 4170, orderId: `o-9-${marker}` });
    const { html, status } = await open(
      `/support?${new URLSearchParams({ q: `last four 4242, about 40 dollars, today, at fern ${marker}` })}`,
    );
    expect(status).toBe(200);
    for (const text of [
      `/support/transactions/${id}`,
      '$41.70',
      'ending in',
      '4242',
      'Test',
      `Fern ${marker}`,
      'Card ending',
      '36.00 to',
      '44.00',
      '±10%',
      'in each merchant’s time zone',
      'UTC',
    ])
      expect(html.replaceAll('<!-- -->', '')).toContain(text);
    expect((await open(`/support?q=o-9-${marker}&clock=Asia/Tokyo`)).html).toContain(
      `/support/transactions/${id}`,
    );
  });

  test('accepts any input', async () => {
    for (const q of [
      '%00',
      '%25',
      "'",
      '%F0%9F',
      'a'.repeat(3000),
      '99999999999999 about 1 dollars',
      '%E2%80%AE4242',
      'trx_',
      '(((((',
    ])
      expect({
        q,
        status: (await support.open(`/support?q=${q}&q=x&clock=nowhere&before=x`)).status,
      }).toEqual({ q, status: 200 });
  });

  test('stores no card number or secret', async () => {
    const answer = await support.open('/support?q=4000+0566+5566+5556+about+40+dollars&clock=UTC');
    expect({ status: answer.status, location: answer.headers.get('location') }).toEqual({
      status: 302,
      location: '/support?q=last+four+5556+about+40+dollars&clock=UTC&refused=card_number',
    });
    expect((await open(answer.headers.get('location')!)).html).toContain('kept only its last four digits');
    expect((await support.open('/support?q=sk_live_abc')).headers.get('location')).toBe(
      '/support?refused=secret',
    );
    expect((await support.open('/support?q=x&other=4000056655665556')).status).toBe(302);
    const { entries } = await listAudit({ actor: `staff:${support.userId}` });
    expect(JSON.stringify(entries)).not.toMatch(/40000566|sk_live/);
  });

  test('is audited for staff, once for all its pages, without a complete email address', async () => {
    const staffMember = await buildStaff('support');
    await staffMember.open('/support?q=guest%40somewhere.example+yesterday');
    await staffMember.open(`/support?q=guest%40somewhere.example+yesterday&before=${createId('trx')}`);
    await staffMember.open('/support');
    const { entries } = await listAudit({ actor: `staff:${staffMember.userId}`, action: 'staff_searched' });
    expect(entries.map(({ accountId, details }) => [accountId, details])).toEqual([
      [null, { query: 'g…@somewhere.example yesterday' }],
    ]);
  });

  test("is audited too if a later page's URL is typed", async () => {
    const staffMember = await buildStaff('support');
    for (let i = 0; i < 2; i++)
      await staffMember.open(`/support?q=chargebacks+of+yesterday&before=${createId('trx')}`);
    const { entries } = await listAudit({ actor: `staff:${staffMember.userId}`, action: 'staff_searched' });
    expect(entries.map(({ details }) => details)).toEqual([{ query: 'chargebacks of yesterday' }]);
  });
});

describe('a merchant sees what staff viewed', () => {
  test('once for each person, record and hour, by role and not by name', async () => {
    const { id } = await buildPayment(client);
    await flushRequests();
    const { id: requestId } = await prisma.apiRequest.findFirstOrThrow({ where: { transactionId: id } });
    const { accountId, ownerId } = client.merchant;
    const paths = [
      `/support/merchants/${accountId}`,
      `/support/transactions/${id}`,
      `/support/requests/${requestId}`,
    ];
    for (const path of paths) await Promise.all([support.open(path), support.open(path)]);
    const second = await buildStaff('admin');
    await second.open(paths[1]!);
    const entries = await prisma.auditEntry.findMany({
      where: { accountId, actor: { startsWith: 'staff:' } },
      orderBy: { id: 'asc' },
    });
    expect(entries.map(({ actor, action, subject }) => [actor, action, subject])).toEqual([
      [`staff:${support.userId}`, 'staff_viewed_merchant', accountId],
      [`staff:${support.userId}`, 'staff_viewed_transaction', id],
      [`staff:${support.userId}`, 'staff_viewed_request', requestId],
      [`staff:${second.userId}`, 'staff_viewed_transaction', id],
    ]);
    expect(entries.every(({ address }) => address === null)).toBe(true);
    const log = await (await (await logInAs(ownerId)).open('/audit-log')).text();
    expect(log).toContain('viewed a transaction and its timeline');
    for (const text of ['Sam Secretive', support.email, support.userId]) expect(log).not.toContain(text);
  });
});

describe("a merchant's page", () => {
  test('has what support needs, and no secret', async () => {
    const { accountId, clientSecret } = client.merchant;
    await client.post('/transactions', { external_id: `bad-${marker}` });
    await flushRequests();
    const mailId = await sendMail(prisma, {
      to: `owner@${marker}.example`,
      template: 'confirm-address',
      props: { link: 'http://localhost:3000/confirm/a-token-of-the-test' },
    });
    await prisma.mail.update({ where: { id: mailId }, data: { attempts: 3, lastError: 'ESOCKET' } });
    const path = `/support/merchants/${accountId}`;
    const { html } = await open(path);
    for (const text of [
      `Fern ${marker}`,
      `owner@${marker}.example`,
      'Second factor',
      clientSecret.slice(-4),
      `bad-${marker}`,
      'Credentials work from any address',
      'ESOCKET',
      'Last 30 days, test',
    ])
      expect({ text, includesText: html.includes(text) }).toEqual({ text, includesText: true });
    for (const text of [clientSecret, 'a-token-of-the-test']) expect(html).not.toContain(text);
    expect(html).not.toContain(`href="/review/applications/`);
    expect(
      (await support.submit(`${path}?environment=test`, { again: mailId })).headers.get('location'),
    ).toBe(`${path}?environment=test&again#mails`);
    expect((await support.submit(path, { again: 'mail_x' })).status).toBe(422);
    expect((await open(`${path}?environment=live`)).html).toContain('Last 30 days, live');
  });

  test('says whose emails come back, until one arrives', async () => {
    const { accountId, ownerId } = client.merchant;
    const { email: recipient } = await prisma.user.findUniqueOrThrow({ where: { id: ownerId } });
    const showsNotice = async () =>
      (await open(`/support/merchants/${accountId}`)).html.includes('Emails don’t arrive');
    expect(await showsNotice()).toBe(false);
    for (const status of ['bounced', 'refused', 'undelivered']) {
      await prisma.mail.update({ where: { id: await buildSentMail({ recipient }) }, data: { status } });
      expect(await showsNotice()).toBe(true);
    }
    await prisma.mail.update({
      where: { id: await buildSentMail({ recipient }) },
      data: { status: 'queued' },
    });
    expect(await showsNotice()).toBe(true);
    await buildSentMail({ recipient });
    expect(await showsNotice()).toBe(false);
  });

  test('folds long lists, and shows what an email is about', async () => {
    const email = `folded@${marker}.example`;
    const { accountId } = await buildMerchant({ email });
    for (let i = 0; i < 6; i++)
      await sendMail(prisma, {
        to: email,
        template: 'confirm-address',
        props: { link: 'http://localhost:3000/confirm/a-token-of-the-test' },
      });
    const [before, after] = (await open(`/support/merchants/${accountId}`)).html
      .replaceAll('<!-- -->', '')
      .split('Show 1 more');
    expect([before, after].map((part) => part!.match(/>Email address confirmation</g)!.length)).toEqual([
      5, 1,
    ]);
    expect([before, after].map((part) => part!.match(/<caption[^>]*>(Emails[^<]*)/)![1])).toEqual([
      'Emails, newest first',
      'Emails, newest first, continued',
    ]);
  });

  test('says that a webhook will be retried', async () => {
    const receiver = await startWebhookReceiver();
    receiver.answer((response) => response.writeHead(500).end());
    const { accountId } = await buildEndpoint(receiver.url);
    await publishTestEvent({ accountId });
    await deliverDueWebhooks();
    await receiver.stop();
    expect((await open(`/support/merchants/${accountId}`)).html).toContain('0 delivered, 1 will be retried');
    await dropWaitingDeliveries();
  });

  test('says how each member can be identified besides the password', async () => {
    const { accountId } = await buildMerchant();
    const readTeamTable = async () =>
      (await open(`/support/merchants/${accountId}`)).html
        .replace(/^[^]*Team members of the merchant/, '')
        .replace(/<\/table>[^]*/, '');
    const listBadges = (html: string) =>
      [...html.matchAll(/class="badge[^>]*>([^<]+)/g)].map(([, badge]) => badge!).sort();
    expect(listBadges(await readTeamTable())).toEqual(['None']);
    const [one, two, three] = [
      await buildPerson({ accountId }),
      await buildPerson({ accountId }),
      await buildPerson({ accountId }),
    ];
    for (const { userId } of [one, two, two]) await addSoftwarePasskey(userId);
    for (const { userId } of [two, three]) await addAuthenticatorApp(userId);
    expect(listBadges(await readTeamTable())).toEqual([
      'A passkey',
      'Authenticator app',
      'Authenticator app and 2 passkeys',
      'None',
    ]);
  });
});

describe('the timeline', () => {
  test("is the merchant's own, without operations, and with the acquirer's side", async () => {
    const { id } = await buildPayment(client, { pan: cards.declined });
    const operation = await prisma.operation.findFirstOrThrow({ where: { transactionId: id } });
    const { html } = await open(`/support/transactions/${id}`);
    const main = html.slice(html.indexOf('<main'));
    for (const text of [
      'Timeline',
      'The payment was declined',
      operation.id,
      '>05<',
      'do_not_honor',
      'Reconciliation',
      'Exchanges with the acquirer',
    ])
      expect({ text, includesText: main.includes(text) }).toEqual({ text, includesText: true });
    expect(main).not.toMatch(/method="post"|href="\/(transactions|developers)\//);
  });
});

test.each([
  ['DRAFT', 'An owner or admin enters it in the application.'],
  ['SUBMITTED', 'Can’t be changed during the review.'],
  ['APPROVED', 'Can’t be changed in the portal or by phone.'],
  ['REJECTED', 'Can’t be changed after a rejection.'],
] as const)('a merchant’s page says how the bank account is changed: %s', async (state, text) => {
  const { merchant } = await buildApplication(state);
  expect((await open(`/support/merchants/${merchant.accountId}`)).html).toContain(text);
});

test('a merchant’s page has the requested changes and the pending invitations', async () => {
  const { merchant } = await buildApplication('CHANGES_REQUESTED');
  const { accountId, ownerId: by } = merchant;
  const email = `${createId('req')}@example.com`;
  expect(await inviteMember({ accountId, by, address: '192.0.2.1', email, role: 'viewer' })).toBe('invited');
  const { html } = await open(`/support/merchants/${accountId}`);
  expect(html).toContain('The register has another name.');
  expect(html).toContain('Pending invitations');
  expect(html).toContain(email);
});

test('an account that never submitted an application is suspended and reinstated by its ID', async () => {
  const admin = await buildStaff('admin', { name: 'Ada Admin' });
  const { accountId } = await buildMerchant({ name: `Gone ${marker}` });
  const path = `/support/merchants/${accountId}/suspension`;
  const getStatus = async () => (await prisma.account.findUniqueOrThrow({ where: { id: accountId } })).status;
  expect((await readPage(await admin.open(`/support/merchants/${accountId}`))).html).toContain(
    `href="${path}"`,
  );
  expect((await readPage(await admin.submit(path, { as: 'suspend', message: '' }))).errors).toEqual([
    'Enter a reason',
  ]);
  const suspended = await admin.submit(path, { as: 'suspend', message: 'Many chargebacks.' });
  expect(suspended.headers.get('location')).toBe(`${path}?outcome=suspended`);
  expect(await getStatus()).toBe('suspended');
  const late = await admin.submit(path, { as: 'suspend', message: 'Stolen cards.' });
  expect(late.headers.get('location')).toBe(`${path}?outcome=not_active`);
  const { html } = await readPage(await admin.open(`${path}?outcome=not_active`));
  expect(html).toContain('You or a colleague has already suspended this account. Nothing was changed.');
  expect(html).not.toContain('Stolen cards.');
  expect((await readPage(await admin.open(`${path}?outcome=suspended`))).html).toContain('Account suspended');
  await admin.submit(path, { as: 'reinstate', message: 'Cleared up.' });
  expect(await getStatus()).toBe('active');
  const { entries } = await listAudit({ accountId, action: 'account_suspended' });
  expect(entries).toMatchObject([
    { actor: `staff:${admin.userId}`, details: { reason: 'Many chargebacks.' } },
  ]);
  expect((await admin.open('/support/merchants/acc_unknown/suspension')).status).toBe(404);
});

import { expect, test } from 'vitest';
import type { Confirmation } from '~/identity/sessions/session-store';
import { changeRefundLimits, findRefundLimits, type RefundLimits } from '~/merchants/accounts/refund-limits';
import { prisma } from '~/platform/database/db.server';
import { buildApiClient } from '../../../../tests/world/api-client';
import { generateCode } from '../../../../tests/world/identity/authenticator';
import { readPage } from '../../../../tests/world/browser';
import { setUpAuthenticator } from '../../../../tests/world/identity/second-factors';
import { expireStepUpConfirmation } from '../../../../tests/world/identity/step-up-confirmations';
import { buildMerchant, goLive } from '../../../../tests/world/merchants';
import { buildPayment } from '../../../../tests/world/payments/payments';
import { logInAs } from '../../../../tests/world/identity/team';
import { findManualOperationTarget, createManualOperation } from '~/payments/operations/manual-operations';

const byCode: Confirmation = { confirmedWith: 'code', confirmedSecondsAgo: 10 };

const withoutChange = { ask: 'yes', above: '1000.00', member: '10000.00', account: '50000.00' };

/**
 * A captured live payment of a merchant with the default limit of 1000.00, whose owner has a second factor by
 * default.
 */
async function livePayment({ amount = 300_000, secondFactor = true } = {}) {
  const merchant = await goLive(await buildMerchant());
  const { accountId, ownerId: userId } = merchant;
  if (secondFactor) await setUpAuthenticator(userId);
  const { id } = await buildPayment(await buildApiClient(merchant, 'live'), {
    operation: 'authcap',
    amount,
    pan: '4532015112830366',
  });
  const key = { accountId, environment: 'live' as const, id };
  const ask = async (requested: number, confirmation?: Confirmation) => {
    const { version: seenVersion } = (await findManualOperationTarget(key))!;
    return createManualOperation(
      { ...key, userId, confirmation },
      {
        operation: 'refund',
        amount: requested,
        reason: 'Returned',
        externalId: `portal-${crypto.randomUUID()}`,
        seenVersion,
      },
    );
  };
  const refunds = () => prisma.transaction.count({ where: { parentId: id } });
  return { accountId, userId, id, ask, refunds };
}

test('an account may have another limit, or none', async () => {
  const { accountId, userId, ask } = await livePayment();
  const daily = { perMember: 1_000_000, perAccount: 5_000_000 };
  const change = (limits: RefundLimits) => changeRefundLimits({ accountId, limits, by: userId });
  await change({ ...daily, confirmAbove: 0 });
  expect(await ask(1)).toBe('second_factor_needed');
  await change({ ...daily, confirmAbove: null });
  await change({ ...daily, confirmAbove: null });
  expect(await ask(200_000)).toBe('requested');
  await change({ confirmAbove: null, perMember: 200_000, perAccount: null });
  expect(await ask(1, byCode)).toBe('refund_limit_exceeded');
  expect(
    await prisma.auditEntry.findMany({
      where: { accountId, action: 'refund_limit_changed' },
      orderBy: { id: 'asc' },
    }),
  ).toMatchObject([
    { before: { refund_limit: 100_000 }, after: { refund_limit: 0 } },
    { before: { refund_limit: 0 }, after: { refund_limit: null } },
    {
      before: { member_refund_limit: 1_000_000, account_refund_limit: 5_000_000 },
      after: { member_refund_limit: 200_000, account_refund_limit: null },
    },
  ]);
});

test('the page asks for a second factor first, then for a confirmation, and returns with the form', async () => {
  const { accountId, userId, id, refunds } = await livePayment({ secondFactor: false });
  let browser = await logInAs(userId);
  await browser.submit('/environment', { environment: 'live' });
  const path = `/transactions/${id}/refunds`;
  const hidden = async () =>
    Object.fromEntries(
      [
        ...(await readPage(await browser.open(path))).html.matchAll(
          /<input type="hidden"[^>]*name="(form|seen)"[^>]*value="([^"]+)"/g,
        ),
      ].map(([, name, value]) => [name!, value!]),
    );
  const form = async () => ({ ...(await hidden()), amount: '2000.00', reason: 'Returned' });
  const enroll = `/security/second-factor?${new URLSearchParams({ returnTo: path })}`;
  const page = (await readPage(await browser.open(path))).html;
  expect({ link: page.includes(`href="${enroll}"`), fields: page.includes('name="amount"') }).toEqual({
    link: true,
    fields: false,
  });
  const payment = (await readPage(await browser.open(`/transactions/${id}`))).html;
  expect({
    link: payment.includes(`returnTo=${encodeURIComponent(`/transactions/${id}`)}`),
    form: payment.includes(`href="${path}"`),
  }).toEqual({ link: true, form: false });
  // A form from before live money required a second factor.
  const outdated = { form: `portal-${crypto.randomUUID()}`, seen: '2-1', amount: '1.00', reason: 'Returned' };
  for (const step of ['review', 'confirm']) {
    const rejected = await browser.submit(path, { ...outdated, step });
    const { html } = await readPage(rejected);
    expect({
      status: rejected.status,
      input: html.includes('with the reason “Returned”'),
      link: html.includes(`href="${enroll}"`),
      refunds: await refunds(),
    }).toEqual({ status: 409, input: true, link: true, refunds: 0 });
  }

  const secret = await setUpAuthenticator(userId);
  browser = await logInAs(userId);
  await browser.submit('/environment', { environment: 'live' });
  await expireStepUpConfirmation(userId);
  const announced = await browser.submit(path, { ...(await form()), step: 'review' });
  expect((await readPage(announced)).html).toContain('Next, confirm with your second factor');
  const requested = { ...(await form()), step: 'confirm' };
  const sent = await browser.submit(path, requested);
  const confirm = `/confirm-it-is-you?${new URLSearchParams({ returnTo: path })}`;
  expect({ status: sent.status, location: sent.headers.get('location'), refunds: await refunds() }).toEqual({
    status: 307,
    location: confirm,
    refunds: 0,
  });
  const back = await browser.submit(confirm, {
    ...requested,
    confirm: 'yes',
    confirm_code: generateCode(secret),
  });
  expect({ status: back.status, location: back.headers.get('location') }).toEqual({
    status: 307,
    location: path,
  });
  expect((await browser.submit(path, requested)).headers.get('location')).toMatch(/\?requested=/);
  expect(await refunds()).toBe(1);
  const next = { ...(await form()), amount: '500.00' };
  const confirmed = await browser.submit(path, { ...next, step: 'review' });
  expect((await readPage(confirmed)).html).not.toContain('Next, confirm');

  await changeRefundLimits({
    accountId,
    limits: { confirmAbove: 100_000, perMember: 249_999, perAccount: null },
    by: userId,
  });
  for (const step of ['review', 'confirm']) {
    const exceeded = await browser.submit(path, { ...next, step });
    const { html, errors } = await readPage(exceeded);
    expect({ status: exceeded.status, kept: html.includes('value="500.00"'), errors }).toEqual({
      status: 422,
      kept: true,
      errors: [
        expect.stringMatching(
          /^This refund exceeds your limit of \$2,499\.99 in 24 hours\. \$499\.99 is left\..*Try again after \w+ \d+, \d{4}, [\d:]+ UTC\..*An Owner or Admin can raise the limit/s,
        ),
      ],
    });
  }
  expect(await refunds()).toBe(1);
});

test('the limits are changed after a confirmation', async () => {
  const { accountId, ownerId } = await buildMerchant();
  const browser = await logInAs(ownerId);
  const limit = async () => (await findRefundLimits(accountId)).confirmAbove;
  const { html } = await readPage(await browser.open('/settings/refunds'));
  for (const value of ['1000.00', '10000.00', '50000.00']) expect(html).toContain(`value="${value}"`);
  const { member: _member, ...withoutMember } = withoutChange;
  const { account: _account, ...withoutAccount } = withoutChange;
  for (const wrong of [
    {},
    withoutMember,
    withoutAccount,
    { ...withoutChange, above: '' },
    { ...withoutChange, above: 'much' },
    { ...withoutChange, above: '99999999' },
    { ...withoutChange, member: 'much' },
    { ...withoutChange, account: '99999999' },
    { ...withoutChange, member: '50000.01' },
    { ...withoutChange, ask: 'maybe' },
  ] as Record<string, string>[])
    expect({ wrong, status: (await browser.submit('/settings/refunds', wrong)).status }).toEqual({
      wrong,
      status: 422,
    });
  const save = async (changes: Record<string, string>) =>
    (await browser.submit('/settings/refunds', { ...withoutChange, ...changes })).headers.get('location');
  expect(await save({ above: '250', member: '', account: '0' })).toBe('/settings/refunds?saved');
  expect(await findRefundLimits(accountId)).toEqual({ confirmAbove: 25_000, perMember: null, perAccount: 0 });
  await save({ ask: 'no', member: '300.50' });
  expect(await findRefundLimits(accountId)).toEqual({
    confirmAbove: null,
    perMember: 30_050,
    perAccount: 5_000_000,
  });
  for (const input of ['1,000', '1.000,00', '1,000.00']) {
    expect(await save({ above: input })).toBe('/settings/refunds?saved');
    expect(await limit()).toBe(100_000);
  }
  const above = await browser.submit('/settings/refunds', {
    ...withoutChange,
    member: '300',
    account: '200',
  });
  expect((await readPage(above)).errors).toEqual(['Enter at most the daily limit for the team']);
  const unclear = await browser.submit('/settings/refunds', { ...withoutChange, above: '2.000' });
  expect({ status: unclear.status, errors: (await readPage(unclear)).errors, limit: await limit() }).toEqual({
    status: 422,
    errors: ['This amount is ambiguous. Write it without a thousands separator'],
    limit: 100_000,
  });
  await save({ above: '250.00' });
  await expireStepUpConfirmation(ownerId);
  expect((await browser.open('/settings/refunds')).headers.get('location')).toBe(
    '/confirm-it-is-you?returnTo=%2Fsettings%2Frefunds',
  );
  expect((await browser.submit('/settings/refunds', { ...withoutChange, ask: 'no' })).status).toBe(307);
  expect(await limit()).toBe(25_000);
});

test("in a live account, the password alone isn't enough to change the limits", async () => {
  const { accountId, ownerId: userId } = await goLive(await buildMerchant());
  const before = await findRefundLimits(accountId);
  const browser = await logInAs(userId);
  for (const change of [{ ask: 'no' }, { above: '90000.00' }, { member: '' }] as Record<string, string>[]) {
    const rejected = await browser.submit('/settings/refunds', { ...withoutChange, ...change });
    expect({ status: rejected.status, errors: (await readPage(rejected)).errors }).toEqual({
      status: 422,
      errors: [expect.stringContaining('you need a second factor')],
    });
  }
  expect(await findRefundLimits(accountId)).toEqual(before);

  await setUpAuthenticator(userId);
  const withCode = await logInAs(userId, { method: 'password_and_code' });
  expect(
    (await withCode.submit('/settings/refunds', { ...withoutChange, ask: 'no' })).headers.get('location'),
  ).toBe('/settings/refunds?saved');
  expect(await findRefundLimits(accountId)).toEqual({ ...before, confirmAbove: null });
});

test("a page opened before a colleague's change overwrites no limit unseen", async () => {
  const { accountId, ownerId } = await buildMerchant();
  const browser = await logInAs(ownerId);
  const seen = { seen_above: '1000.00', seen_member: '10000.00', seen_account: '50000.00' };
  const readSeen = (html: string) =>
    Object.fromEntries(
      [...html.matchAll(/name="(seen_\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
  expect(readSeen((await readPage(await browser.open('/settings/refunds'))).html)).toEqual(seen);
  const limits = { confirmAbove: null, perMember: 20_000, perAccount: 30_000 };
  await changeRefundLimits({ accountId, limits, by: ownerId });
  const save = (change: Record<string, string>) =>
    browser.submit('/settings/refunds', { ...withoutChange, ...seen, ...change });

  expect((await save({})).headers.get('location')).toBe('/settings/refunds?saved');
  expect(await findRefundLimits(accountId)).toEqual(limits);

  const invalid = await readPage(await save({ member: 'much' }));
  expect(readSeen(invalid.html)).toEqual(seen);
  const conflict = await save({ above: '500.00', member: '', account: '50000.00' });
  const { html, errors } = await readPage(conflict);
  expect({ status: conflict.status, errors }).toEqual({
    status: 422,
    errors: [
      'Someone else changed this to “Never” after you opened the page. Save again to replace it',
      'Someone else changed this to “200.00” after you opened the page. Save again to replace it',
    ],
  });
  expect(html).toContain('href="#ask"');
  expect(readSeen(html)).toEqual({ ...seen, seen_above: '', seen_member: '200.00' });
  await save({ ...readSeen(html), above: '500.00', member: '250.00' });
  expect(await findRefundLimits(accountId)).toEqual({
    confirmAbove: 50_000,
    perMember: 25_000,
    perAccount: 30_000,
  });
  // The colleague's limit for the team is below the member's new limit.
  const aboveTeam = await readPage(
    await save({ seen_above: '500.00', above: '500.00', seen_member: '250.00', member: '400.00' }),
  );
  expect(aboveTeam.errors).toEqual([expect.stringContaining('Someone else changed this to “300.00”')]);
  expect((await findRefundLimits(accountId)).perMember).toBe(25_000);
});

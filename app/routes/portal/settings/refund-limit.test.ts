import { expect, test } from 'vitest';
import { setUpSecondFactor } from '~/identity/second-factor/second-factor';
import { createMailQueue } from '~/mail/outbox';
import { createAuthenticatorSecret } from '~/identity/second-factor/authenticator';
import type { Confirmation } from '~/identity/sessions/session-store';
import { changeRefundConfirmationLimit } from '~/merchants/accounts/refund-limit';
import { prisma } from '~/platform/database/db.server';
import { buildApiClient } from '../../../../tests/world/api-client';
import { generateCode } from '../../../../tests/world/identity/authenticator';
import { readPage } from '../../../../tests/world/browser';
import { expireStepUpConfirmation } from '../../../../tests/world/identity/step-up-confirmations';
import { buildMerchant, goLive } from '../../../../tests/world/merchants';
import { buildPayment } from '../../../../tests/world/payments/payments';
import { logInAs } from '../../../../tests/world/identity/team';
import { findManualOperationTarget, createManualOperation } from '~/payments/operations/manual-operations';

const byCode: Confirmation = { confirmedWith: 'code', confirmedSecondsAgo: 10 };

/** A captured live payment of a merchant with the default limit of 1000.00. */
async function livePayment({ amount = 300_000 } = {}) {
  const merchant = await goLive(await buildMerchant());
  const { accountId, ownerId: userId } = merchant;
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

test('a live refund above the limit requires a second factor in the last ten minutes, also outside of the page', async () => {
  const { ask, refunds } = await livePayment();
  const tooLittle: (Confirmation | undefined)[] = [
    undefined,
    { confirmedWith: 'password', confirmedSecondsAgo: 10 },
    { confirmedWith: 'code', confirmedSecondsAgo: 600 },
  ];
  for (const confirmation of tooLittle) expect(await ask(100_001, confirmation)).toBe('second_factor_needed');
  expect(await refunds()).toBe(0);
  expect(await ask(100_001, byCode)).toBe('requested');
  expect(await refunds()).toBe(1);
});

test('several refunds of one payment count together', async () => {
  const { ask, refunds } = await livePayment();
  expect({ most: await ask(60_000), rest: await ask(40_000), beyond: await ask(1) }).toEqual({
    most: 'requested',
    rest: 'requested',
    beyond: 'second_factor_needed',
  });
  expect(await refunds()).toBe(2);
});

test('an account may have another limit, or none', async () => {
  const { accountId, userId, ask } = await livePayment();
  await changeRefundConfirmationLimit({ accountId, limit: 0, by: userId });
  expect(await ask(1)).toBe('second_factor_needed');
  await changeRefundConfirmationLimit({ accountId, limit: null, by: userId });
  await changeRefundConfirmationLimit({ accountId, limit: null, by: userId });
  expect(await ask(300_000)).toBe('requested');
  expect(
    await prisma.auditEntry.findMany({
      where: { accountId, action: 'refund_limit_changed' },
      orderBy: { id: 'asc' },
    }),
  ).toMatchObject([
    { before: { refund_limit: 100_000 }, after: { refund_limit: 0 } },
    { before: { refund_limit: 0 }, after: { refund_limit: null } },
  ]);
});

test('the page says so first, asks a person with a second factor, and returns with the form', async () => {
  await createMailQueue();
  const { userId, id, refunds } = await livePayment();
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
  const rejected = await browser.submit(path, { ...(await form()), step: 'review' });
  expect({ status: rejected.status, errors: (await readPage(rejected)).errors }).toEqual({
    status: 422,
    errors: [expect.stringContaining('require a second factor')],
  });
  const received = await browser.submit(path, { ...(await form()), step: 'confirm' });
  expect({
    status: received.status,
    includesRequireASecondFactor: (await readPage(received)).html.includes('require a second factor'),
    refunds: await refunds(),
  }).toEqual({ status: 409, includesRequireASecondFactor: true, refunds: 0 });

  const secret = createAuthenticatorSecret();
  await setUpSecondFactor({
    userId,
    actor: `portal:${userId}`,
    secret,
    code: generateCode(secret, -1),
    replaces: false,
  });
  browser = await logInAs(userId);
  await browser.submit('/environment', { environment: 'live' });
  await expireStepUpConfirmation(userId);
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
});

test('the limit is changed after a confirmation', async () => {
  const { accountId, ownerId } = await buildMerchant();
  const browser = await logInAs(ownerId);
  const limit = async () =>
    (await prisma.account.findUniqueOrThrow({ where: { id: accountId } })).refundConfirmAbove;
  expect((await readPage(await browser.open('/settings/refunds'))).html).toContain('value="1000.00"');
  for (const wrong of [
    {},
    { ask: 'yes' },
    { ask: 'yes', above: 'much' },
    { ask: 'yes', above: '99999999' },
    { ask: 'maybe' },
  ])
    expect((await browser.submit('/settings/refunds', wrong as Record<string, string>)).status).toBe(422);
  expect(
    (await browser.submit('/settings/refunds', { ask: 'yes', above: '250' })).headers.get('location'),
  ).toBe('/settings?saved');
  expect(await limit()).toBe(25_000);
  for (const input of ['1,000', '1.000,00', '1,000.00']) {
    expect(
      (await browser.submit('/settings/refunds', { ask: 'yes', above: input })).headers.get('location'),
    ).toBe('/settings?saved');
    expect(await limit()).toBe(100_000);
  }
  const unclear = await browser.submit('/settings/refunds', { ask: 'yes', above: '2.000' });
  expect({ status: unclear.status, errors: (await readPage(unclear)).errors, limit: await limit() }).toEqual({
    status: 422,
    errors: ['This amount is ambiguous. Write it without a thousands separator'],
    limit: 100_000,
  });
  await browser.submit('/settings/refunds', { ask: 'yes', above: '250.00' });
  await expireStepUpConfirmation(ownerId);
  expect((await browser.open('/settings/refunds')).headers.get('location')).toBe(
    '/confirm-it-is-you?returnTo=%2Fsettings%2Frefunds',
  );
  expect((await browser.submit('/settings/refunds', { ask: 'no' })).status).toBe(307);
  expect(await limit()).toBe(25_000);
});

test("in a live account, the password alone isn't enough to change the limit", async () => {
  const { accountId, ownerId: userId } = await goLive(await buildMerchant());
  const limit = async () =>
    (await prisma.account.findUniqueOrThrow({ where: { id: accountId } })).refundConfirmAbove;
  const browser = await logInAs(userId);
  for (const form of [{ ask: 'no' }, { ask: 'yes', above: '90000.00' }] as Record<string, string>[]) {
    const rejected = await browser.submit('/settings/refunds', form);
    expect({ status: rejected.status, errors: (await readPage(rejected)).errors }).toEqual({
      status: 422,
      errors: [expect.stringContaining('you need a second factor')],
    });
  }
  expect(await limit()).toBe(100_000);

  await createMailQueue();
  const secret = createAuthenticatorSecret();
  await setUpSecondFactor({
    userId,
    actor: `portal:${userId}`,
    secret,
    code: generateCode(secret, -1),
    replaces: false,
  });
  const withCode = await logInAs(userId, { method: 'password_and_code' });
  expect((await withCode.submit('/settings/refunds', { ask: 'no' })).headers.get('location')).toBe(
    '/settings?saved',
  );
  expect(await limit()).toBeNull();
});

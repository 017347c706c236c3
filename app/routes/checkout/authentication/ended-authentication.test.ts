import { expect, onTestFinished, test, vi } from 'vitest';
import type { Outcome } from '~/acquirers/acquirer';
import * as paymentIntents from '~/payments/checkout/payment-intents';
import { resolveOutcome } from '~/payments/operations/unknown-outcomes';
import { prisma } from '~/platform/database/db.server';
import { buildApiClient } from '../../../../tests/world/api-client';
import { readPage } from '../../../../tests/world/browser';
import { acquirer } from '../../../../tests/world/acquirers/acquirer';
import { openChallengedCheckout } from '../../../../tests/world/payments/challenged-checkout';

// A payer comes back from their bank without confirming.

const anotherCard = { number: '4242424242424242', expiry: '12/40', code: '123', name: 'Ada Sommer' };

async function openPayersPage() {
  const { page, browser, paid, intent } = await openChallengedCheckout(await buildApiClient(), 'en');
  const post = (flag = '') => browser.submit(`${page.replace('/checkout?', '/checkout/cancel?')}${flag}`, {});
  const payment = async () =>
    prisma.transaction.findUniqueOrThrow({ where: { id: (await intent()).transactionId! } });
  const [, start] = /^0; url=(?:https?:\/\/[^/]+)?(.*)$/.exec(paid.headers.get('refresh')!)!;
  return {
    ...{ page, browser, intent, payment, start: start! },
    end: () => post('&another=1'),
    cancel: () => post(),
    pay: () => browser.submit(page, { ...anotherCard, form_id: crypto.randomUUID() }),
  };
}

test('they pay with another card', async () => {
  const { page, browser, end, pay, intent, payment } = await openPayersPage();
  const { html } = await readPage(await browser.open(page));
  expect(html).toContain('Use another card');
  const ended = await end();
  const first = await payment();
  expect(first).toMatchObject({ status: 'DECLINED', declineCode: 'authentication_failed' });
  const form = await readPage(await browser.open(ended.headers.get('location')!));
  expect(form.html).toContain('Card number');
  // The payer knows why, also when they open the payment again or in another language.
  expect(form.html).not.toContain('declined');
  const again = await readPage(await browser.open(`${page}&lang=en`));
  expect(again.errors).toEqual(['You have 4 attempts left.']);
  expect(again.html).toContain('Your card wasn’t charged');
  await pay();
  expect((await intent()).state).toBe('PAID');
  expect((await payment()).id).not.toBe(first.id);
});

test('they enter another card in a second tab, which waits for nothing and charges nothing', async () => {
  const { browser, pay, intent, payment } = await openPayersPage();
  const reads = vi.spyOn(paymentIntents, 'findCheckoutIntent');
  onTestFinished(() => void reads.mockRestore());
  const { headers } = await pay();
  expect(reads.mock.calls.length).toBeLessThan(10);
  const { html } = await readPage(await browser.open(headers.get('location')!));
  expect(html).toContain('This confirmation is for your previous attempt.');
  expect((await intent()).state).toBe('PAYING');
  expect((await payment()).cardLastFour).toBe('3184');
});

test('they cancel the payment', async () => {
  const { cancel, pay, intent, payment } = await openPayersPage();
  await cancel();
  expect((await payment()).status).toBe('DECLINED');
  expect((await intent()).state).toBe('CANCELLED');
  await pay();
  expect((await intent()).state).toBe('CANCELLED');
});

test('the bank’s page confirms nothing anymore', async () => {
  const { browser, start, end, payment } = await openPayersPage();
  const bank = (await browser.open(start)).headers.get('location')!.replace(/^https?:\/\/[^/]+/, '');
  await end();
  await browser.submit(bank, { result: 'authenticated' });
  expect((await payment()).status).toBe('DECLINED');
});

test('a payment that the bank has approved by then is paid, and not canceled', async () => {
  const { browser, start, cancel, intent, payment } = await openPayersPage();
  const bank = (await browser.open(start)).headers.get('location')!.replace(/^https?:\/\/[^/]+/, '');
  // The payer confirms and doesn't come back.
  await browser.submit(bank, { result: 'authenticated' });
  await cancel();
  expect((await payment()).status).toBe('CAPTURED');
  expect((await intent()).state).toBe('PAID');
});

test('without the acquirer’s answer, the payment stays pending, and no other card is charged', async () => {
  const { page, browser, end, pay, intent, payment } = await openPayersPage();
  const reverse = vi.spyOn(acquirer, 'reverse').mockResolvedValue({ kind: 'unknown' } satisfies Outcome);
  onTestFinished(() => reverse.mockRestore());
  await end();
  expect(reverse).toHaveBeenCalledOnce();
  expect((await intent()).state).toBe('PAYING');
  expect((await readPage(await browser.open(page))).html).toContain('Waiting for your bank');
  await pay();
  expect((await payment()).status).toBe('PENDING');
  reverse.mockRestore();
  const transactionId = (await payment()).id;
  const { id } = await prisma.operation.findFirstOrThrow({ where: { transactionId } });
  await resolveOutcome(id, 2);
  expect((await payment()).status).toBe('DECLINED');
  expect((await intent()).state).toBe('OPEN');
});

test('a payer who has returned from the bank isn’t overtaken', async () => {
  const { end, intent, payment } = await openPayersPage();
  const { id, authentication } = await payment();
  await prisma.transaction.update({
    where: { id },
    data: { authentication: { ...(authentication as object), result: { redirectResult: 'known' } } },
  });
  await end();
  expect(await payment()).toMatchObject({ status: 'PENDING', authentication });
  expect((await intent()).state).toBe('PAYING');
});

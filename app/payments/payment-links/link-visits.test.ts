import { expect, test } from 'vitest';
import { findCheckoutIntent } from '~/payments/checkout/payment-intents';
import { prisma } from '~/platform/database/db.server';
import { buildMerchant } from '../../../tests/world/merchants';
import { buildPaymentLink } from '../../../tests/world/payments/payment-links';
import { listAddressLimits, takeReleasableAttempts } from '~/identity/login/lockout';
import { admitVisit, startLinkPayment } from './link-visits';

const visit = { address: '203.0.113.7', locale: 'de' } as const;

test('the intent of a visit leads back to the link', async () => {
  const { accountId } = await buildMerchant();
  const link = await buildPaymentLink({ accountId });
  const started = await startLinkPayment(link, {}, visit);
  const { intentId } = started as { intentId: string };
  const intent = (await findCheckoutIntent({ accountId, environment: 'test', intentId }))!;
  expect(intent.failureUrl).toMatch(new RegExp(`/test/checkout/links/${link.id}\\?lang=de$`));
  expect(intent.externalId).toMatch(/^req_/);
});

test('a choice that the link doesn’t offer creates no intent', async () => {
  const { accountId } = await buildMerchant();
  const link = await buildPaymentLink({ accountId }, { chosenAmount: { minimum: 500, maximum: 900 } });
  expect(await startLinkPayment(link, { amount: 499 }, visit)).toEqual({ kind: 'not_offered' });
  expect(await prisma.paymentIntent.count({ where: { accountId } })).toBe(0);
});

test('one subscriber opens a link 40 times in ten minutes', async () => {
  const { accountId } = await buildMerchant();
  const [link, other] = [await buildPaymentLink({ accountId }), await buildPaymentLink({ accountId })];
  const open = ({ id } = link, address: string = visit.address) =>
    admitVisit({ id }, { address, isOpening: false });
  const admitted = [];
  for (let visits = 0; visits < 41; visits++) admitted.push(await open());
  expect(admitted).toEqual([...Array<boolean>(40).fill(true), false]);
  expect([await open(other), await open(link, '203.0.113.8')]).toEqual([true, true]);
});

test('the networks of one site together open a link, and start payments, 200 times in ten minutes', async () => {
  const { accountId } = await buildMerchant();
  const link = await buildPaymentLink({ accountId });
  const open = (address: string) => admitVisit(link, { address, isOpening: false });
  const pay = async (address: string) => (await startLinkPayment(link, {}, { ...visit, address })).kind;
  for (let network = 1; network <= 200; network++) {
    const address = `2001:db8:1:${network}::1`;
    expect(await open(address)).toBe(true);
    await takeReleasableAttempts(listAddressLimits('payment_link_intent', address, link.id));
  }
  expect({
    site: [await open('2001:db8:1:ffff::1'), await pay('2001:db8:1:ffff::1')],
    otherSite: [await open('2001:db8:2:1::1'), await pay('2001:db8:2:1::1')],
  }).toEqual({ site: [false, 'too_many_visits'], otherSite: [true, 'started'] });
});

test('all together open a link 3,000 times in ten minutes', async () => {
  const { accountId } = await buildMerchant();
  const { id } = await buildPaymentLink({ accountId });
  const open = (address: string) => admitVisit({ id }, { address, isOpening: false });
  expect(await open('203.0.113.1')).toBe(true);
  await prisma.$executeRaw`update rate_limits set points = 2999 where key like 'payment_link_visits:%'`;
  expect([await open('203.0.113.2'), await open('203.0.113.3')]).toEqual([true, false]);
});

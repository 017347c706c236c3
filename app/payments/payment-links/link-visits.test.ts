import { expect, test } from 'vitest';
import { findCheckoutIntent } from '~/payments/checkout/payment-intents';
import { prisma } from '~/platform/database/db.server';
import { buildMerchant } from '../../../tests/world/merchants';
import { buildPaymentLink } from '../../../tests/world/payments/payment-links';
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

test('all together open a link 3,000 times in ten minutes', async () => {
  const { accountId } = await buildMerchant();
  const { id } = await buildPaymentLink({ accountId });
  const open = (address: string) => admitVisit({ id }, { address, isOpening: false });
  expect(await open('203.0.113.1')).toBe(true);
  await prisma.$executeRaw`update rate_limits set points = 2999 where key like 'payment_link_visits:%'`;
  expect([await open('203.0.113.2'), await open('203.0.113.3')]).toEqual([true, false]);
});

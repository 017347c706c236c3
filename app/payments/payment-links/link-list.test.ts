import { expect, test } from 'vitest';
import { payIntent } from '~/payments/checkout/checkout-payments';
import { createId } from '~/platform/ids';
import { buildMerchant } from '../../../tests/world/merchants';
import { buildCard } from '../../../tests/world/payments/card-tokens';
import { buildPaymentLink, startLinkIntent } from '../../../tests/world/payments/payment-links';
import { cards } from '../../../tests/world/payments/payments';
import { listPaymentLinks, readLinkPayments } from './link-list';
import type { PaymentLink } from './payment-links';

async function pay(link: PaymentLink): Promise<string> {
  const paid = await payIntent(await startLinkIntent(link), {
    card: buildCard(cards.approved),
    formId: createId('req'),
  });
  if (paid.kind !== 'paid') throw new Error(paid.kind);
  return paid.transactionId;
}

test('a page has 25 links, and says whether there are more', async () => {
  const { accountId } = await buildMerchant();
  const key = { accountId, environment: 'test' } as const;
  const ids: string[] = [];
  const create = async () => ids.unshift((await buildPaymentLink({ accountId })).id);
  const list = async (before?: string) => {
    const page = await listPaymentLinks({ ...key, ...(before && { before }) });
    return { ids: page.links.map(({ id }) => id), before: page.before };
  };
  while (ids.length < 25) await create();
  expect(await list()).toEqual({ ids, before: null });
  await create();
  expect(await list()).toEqual({ ids: ids.slice(0, 25), before: ids[24] });
  expect(await list(ids[24])).toEqual({ ids: ids.slice(25), before: null });
});

test('a link has its ten newest payments, and none of another link', async () => {
  const { accountId } = await buildMerchant();
  const [link, other] = [await buildPaymentLink({ accountId }), await buildPaymentLink({ accountId })];
  const payments: string[] = [];
  for (let count = 0; count < 11; count++) payments.unshift(await pay(link));
  await pay(other);
  const { transactions, count } = await readLinkPayments(link.id);
  expect(transactions.map(({ id }) => id).sort()).toEqual(payments.slice(0, 10).sort());
  expect(count).toBe(11);
});

import { findCheckoutIntent } from '~/payments/checkout/payment-intents';
import type { LinkTerms } from '~/payments/payment-links/payment-link';
import { startLinkPayment } from '~/payments/payment-links/link-visits';
import { createPaymentLink, findPaymentLink, type PaymentLink } from '~/payments/payment-links/payment-links';
import type { Environment } from '~/platform/environment';
import { createId } from '~/platform/ids';

/** A payment link for 25.00 EUR. `terms` overrides the defaults. */
export async function buildPaymentLink(
  { accountId, environment = 'test' }: { accountId: string; environment?: Environment },
  terms: Partial<LinkTerms> = {},
): Promise<PaymentLink> {
  const created = await createPaymentLink(
    { accountId, environment, operator: 'api:key_1' },
    {
      externalId: createId('req'),
      ...{ name: 'Gift', currency: 'EUR', emailRequired: false },
      items: terms.chosenAmount ? [] : [{ name: 'Gift', unitPrice: 2_500, quantity: 1 }],
      ...terms,
    },
  );
  if (created.kind !== 'done') throw new Error(created.kind);
  const { id } = JSON.parse(created.body) as { id: string };
  return (await findPaymentLink({ accountId, environment, id }))!;
}

/** A new visitor's payment intent, for a link without a choice of amount or quantities. */
export async function startLinkIntent(link: PaymentLink) {
  // A new address each time, so that visit limits don't apply.
  const started = await startLinkPayment(link, {}, { address: createId('req'), locale: 'en' });
  if (started.kind !== 'started') throw new Error(started.kind);
  const { accountId, environment } = link;
  return (await findCheckoutIntent({ accountId, environment, intentId: started.intentId }))!;
}

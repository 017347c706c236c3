import type { LinkTerms } from '~/payments/payment-links/payment-link';
import { createPaymentLink, findPaymentLink, type PaymentLink } from '~/payments/payment-links/payment-links';
import type { Environment } from '~/platform/environment';
import { createId } from '~/platform/ids';

/** A payment link for 25.00 EUR, with other terms where given. */
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

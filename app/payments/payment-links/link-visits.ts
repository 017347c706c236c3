import { listAddressLimits, takeReleasableAttempts } from '~/identity/login/lockout';
import { isRedirectAllowed } from '~/merchants/redirect-hosts/redirect-hosts';
import { createPaymentIntent } from '~/payments/checkout/payment-intents';
import { prisma } from '~/platform/database/db.server';
import { buildLinkUrl } from '~/platform/http/surfaces.server';
import { createId } from '~/platform/ids';
import type { Locale } from '~/platform/text/languages';
import { buildLinkOrder, type LinkChoice } from './payment-link';
import type { PaymentLink } from './payment-links';

/**
 * Admits a request for a link's first page, and counts it for the merchant if it opens the link.
 * @returns false for too many, from one subscriber or site, or of one link
 */
export async function admitVisit(
  { id }: Pick<PaymentLink, 'id'>,
  { address, isOpening }: { address: string; isOpening: boolean },
): Promise<boolean> {
  const { waitSeconds } = await takeReleasableAttempts([
    ...listAddressLimits('payment_link_visit', address, id),
    ['payment_link_visits', id],
  ]);
  if (waitSeconds) return false;
  if (isOpening)
    await prisma.paymentLink.update({
      where: { id },
      data: { visits: { increment: 1 } },
      select: { id: true },
    });
  return true;
}

type StartedPayment =
  | { kind: 'started'; intentId: string }
  /** `not_offered`: the link has no such choice. `unusable`: the merchant removed the redirect URL's host. */
  | { kind: 'not_offered' | 'unusable' | 'too_many_visits' };

/**
 * Creates the payment intent of a visit. Without a redirect URL, the payer comes back to our thank-you page.
 * @param visit `address`: IP address. Scripts that open a link again and again create no more intents. `locale`: of the pages
 */
export async function startLinkPayment(
  link: PaymentLink,
  choice: LinkChoice,
  { address, locale }: { address: string; locale: Locale },
): Promise<StartedPayment> {
  const { id, accountId, environment, operation, billingDetails, billingRequired, emailRequired } = link;
  const redirectUrl = link.redirectUrl ?? undefined;
  if (!(await isRedirectAllowed(link, redirectUrl))) return { kind: 'unusable' };
  const order = buildLinkOrder(link, choice, createOrderId());
  if (!order) return { kind: 'not_offered' };
  const { waitSeconds } = await takeReleasableAttempts(listAddressLimits('payment_link_intent', address, id));
  if (waitSeconds) return { kind: 'too_many_visits' };
  const created = await createPaymentIntent(
    { accountId, environment },
    {
      externalId: createId('req'),
      redirectUrls: {
        success: redirectUrl ?? `${buildLinkUrl(environment, id, '/thanks')}?lang=${locale}`,
        failure: `${buildLinkUrl(environment, id)}?lang=${locale}`,
      },
      order,
      ...{ operation, billingDetails, billingRequired, emailRequired },
      paymentLinkId: id,
    },
  );
  if (created.kind !== 'done') throw new Error(`a visit of the payment link ${id} got ${created.kind}`);
  const { intent_id: intentId } = JSON.parse(created.body) as { intent_id: string };
  return { kind: 'started', intentId };
}

/** A number that payers can read out to the merchant, such as "PL-7K3M9QTX". */
const createOrderId = () => `PL-${createId('req').slice(-8).toUpperCase()}`;

import { readCookie, writeCookie } from '~/identity/sessions/cookies';
import { findCheckoutIntent, type CheckoutIntent } from '~/payments/checkout/payment-intents';
import { getLinkPath } from '~/platform/http/surfaces.server';
import type { PublicLink } from './link-page-data';

const cookieName = 'link-attempt';
/** Longer than banks and acquirers usually take to decide. */
const cookieMaxAgeSeconds = 24 * 3600;

/**
 * The headers that let a payer who has left the page, for example, in their bank's app, continue when they open the link
 * again. Only a link that accepts a limited number of payments needs the cookie: others start a new payment.
 */
export const writeLinkAttempt = ({ id, environment, paymentLinkId, linkMaximum }: CheckoutIntent) =>
  paymentLinkId && linkMaximum
    ? {
        'Set-Cookie': writeCookie(
          cookieName,
          id,
          cookieMaxAgeSeconds,
          // The only pages that get the cookie.
          getLinkPath(environment, paymentLinkId),
        ),
      }
    : undefined;

/** The link's intent that this browser is paying. Null for none, and for any other value of the cookie. */
export async function findLinkAttempt(request: Request, link: PublicLink): Promise<CheckoutIntent | null> {
  const { id, accountId, environment } = link;
  const intentId = readCookie(request, cookieName, getLinkPath(environment, id));
  const intent = intentId && (await findCheckoutIntent({ accountId, environment, intentId }));
  return intent && intent.paymentLinkId === id && intent.phase === 'paying' ? intent : null;
}

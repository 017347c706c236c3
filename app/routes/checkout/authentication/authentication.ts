import type { LoaderFunctionArgs } from '@remix-run/node';
import { findAuthenticationTarget } from '~/payments/checkout/authentications';
import { findVerificationTarget } from '~/payments/checkout/card-saving/card-verifications';
import { readAuthenticationAddress, redirectPayer } from './authentication-redirect';

/** Redirects the payer to their bank for 3-D Secure or, once that is over, back to the shop. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { environment, transactionId, intentId } = readAuthenticationAddress(request);
  return redirectPayer(
    await (intentId === null
      ? findAuthenticationTarget({ environment, transactionId })
      : findVerificationTarget({ environment, intentId })),
  );
}

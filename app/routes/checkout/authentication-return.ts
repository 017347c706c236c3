import type { LoaderFunctionArgs } from '@remix-run/node';
import { completeAuthentication } from '~/payments/checkout/authentications';
import { readAuthenticationAddress, redirectPayer } from './authentication-redirect';

/** Where a bank sends the payer back. What the address says isn't trusted: the acquirer is queried. */
export async function loader({ request }: LoaderFunctionArgs) {
  return redirectPayer(await completeAuthentication(readAuthenticationAddress(request)));
}

import type { LoaderFunctionArgs } from '@remix-run/node';
import { completeAuthentication } from '~/payments/checkout/authentications';
import {
  readAuthenticationAddress,
  readAuthenticationResult,
  redirectPayer,
} from './authentication-redirect';

/** Where a bank sends the payer back. The URL isn't trusted: only the acquirer's answer counts. */
export async function loader({ request }: LoaderFunctionArgs) {
  return redirectPayer(
    await completeAuthentication(readAuthenticationAddress(request), readAuthenticationResult(request)),
  );
}

import type { LoaderFunctionArgs } from '@remix-run/node';
import { completeAuthentication } from '~/payments/checkout/authentications';
import { completeVerification } from '~/payments/checkout/card-saving/card-verifications';
import {
  readAuthenticationAddress,
  readAuthenticationResult,
  redirectPayer,
} from './authentication-redirect';

/** Where a bank sends the payer back. The URL isn't trusted: only the acquirer's answer counts. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { environment, transactionId, intentId } = readAuthenticationAddress(request);
  const result = readAuthenticationResult(request);
  return redirectPayer(
    await (intentId === null
      ? completeAuthentication({ environment, transactionId }, result)
      : completeVerification({ environment, intentId }, result)),
  );
}

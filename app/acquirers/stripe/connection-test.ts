import Stripe from 'stripe';
import type { Environment } from '~/platform/environment';
import type { ConnectionTestResult } from '../acquirer';
import type { StripeSecrets, StripeSettings } from '../connection-fields';
import { apiVersion, readAddress } from './requests';

type Access = {
  environment: Environment;
  settings: Pick<StripeSettings, 'account'>;
  secrets: Pick<StripeSecrets, 'secretKey'>;
};
/** `origin`: a stand-in for Stripe's API. `timeoutMs`: of each of two requests. */
type Options = { origin?: string; timeoutMs: number; signal: AbortSignal };

/** Reads the account's balance, which needs the key, the account, and the mode to be right, and changes nothing. */
export async function testStripeConnection(
  { environment, settings, secrets }: Access,
  { origin, timeoutMs, signal }: Options,
): Promise<ConnectionTestResult> {
  const stripe = new Stripe(secrets.secretKey.reveal(), {
    apiVersion,
    timeout: timeoutMs,
    maxNetworkRetries: 0,
    telemetry: false,
    ...(origin && readAddress(new URL(origin))),
  });
  const options = settings.account ? { stripeAccount: settings.account } : {};
  try {
    const { object, livemode } = await stripe.balance.retrieve({}, options);
    // The SDK returns every JSON without an error, whatever its status. A proxy may have answered.
    if (signal.aborted || object !== 'balance') return { kind: 'unreachable' };
    if (livemode !== (environment === 'live'))
      return {
        kind: 'refused',
        reason: `This key belongs to Stripe’s ${livemode ? 'live' : 'test'} mode. Enter a ${environment} key.`,
      };
    return { kind: 'connected', description: await describeAccount(stripe, options) };
  } catch (error) {
    return toResult(error, settings.account);
  }
}

/** The account's name tells staff that they connected the right one. A restricted key may not read it. */
async function describeAccount(stripe: Stripe, options: { stripeAccount?: string }): Promise<string> {
  try {
    const { id, settings, business_profile: profile } = await stripe.accounts.retrieveCurrent({}, options);
    const name = profile?.name ?? settings?.dashboard.display_name;
    return `Stripe accepts the key of ${name ? `${name} (${id})` : `account ${id}`}.`;
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError)
      return 'Stripe accepts the key. It may not read the account’s name.';
    throw error;
  }
}

/** Stripe's messages repeat parts of the key, so that they aren't shown. */
function toResult(error: unknown, account: string | undefined): ConnectionTestResult {
  const { errors } = Stripe;
  const refused = (reason: string): ConnectionTestResult => ({ kind: 'refused', reason });
  if (error instanceof errors.StripeAuthenticationError)
    return refused('Stripe doesn’t accept the secret key. It may be mistyped, expired, or deleted.');
  if (error instanceof errors.StripePermissionError)
    return refused(
      account && error.code === 'account_invalid'
        ? `This key has no access to the account ${account}, or the account doesn’t exist.`
        : 'This restricted key may not read the balance. Add the permission in Stripe, then test again.',
    );
  if (error instanceof errors.StripeRateLimitError)
    return refused('Stripe received too many requests with this key. Try again in a minute.');
  if (error instanceof errors.StripeInvalidRequestError)
    return refused(
      account
        ? `Stripe rejected the request. Check that the account ${account} exists.`
        : 'Stripe rejected the request.',
    );
  if (error instanceof errors.StripeError) return { kind: 'unreachable' };
  throw error;
}

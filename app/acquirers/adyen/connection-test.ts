import type { ConnectionTestResult } from '../acquirer';
import { AdyenError } from './http-client';
import { createAdyenServices, type AdyenAccess } from './requests';

/** Reads the merchant account's payment methods, which requires a valid key and account, and changes nothing. */
export async function testAdyenConnection(
  access: AdyenAccess,
  { origin, timeoutMs, signal }: { origin?: string | undefined; timeoutMs: number; signal: AbortSignal },
): Promise<ConnectionTestResult> {
  const { merchantAccount, liveUrlPrefix } = access.settings;
  if (access.environment === 'live' && !liveUrlPrefix && !origin)
    return { kind: 'refused', reason: 'The live URL prefix is missing.' };
  const { payments } = createAdyenServices(access, { timeoutMs, ...(origin && { origin: new URL(origin) }) });
  try {
    const { paymentMethods } = await payments.paymentMethods({ merchantAccount }, { signal });
    // A proxy may have answered.
    if (!Array.isArray(paymentMethods)) return { kind: 'unreachable' };
    if (!paymentMethods.some(({ type }) => type === 'scheme'))
      return { kind: 'refused', reason: `Cards aren’t enabled for the merchant account ${merchantAccount}.` };
    return { kind: 'connected', description: `Adyen accepts the API key for ${merchantAccount}.` };
  } catch (error) {
    if (!(error instanceof AdyenError)) throw error;
    return toConnectionTestResult(error, merchantAccount);
  }
}

/** Codes of docs.adyen.com/development-resources/error-codes. */
const invalidMerchantAccount = '901';

function toConnectionTestResult({ kind, code }: AdyenError, merchantAccount: string): ConnectionTestResult {
  const refused = (reason: string): ConnectionTestResult => ({ kind: 'refused', reason });
  if (code === invalidMerchantAccount)
    return refused(
      `The merchant account ${merchantAccount} doesn’t exist, or this API key has no access to it.`,
    );
  if (kind === 'prevented')
    return refused(
      'Adyen doesn’t accept the API key. Check that it’s complete, belongs to this environment, and has a Checkout role.',
    );
  if (kind === 'rate_limited')
    return refused('Adyen received too many requests with this key. Try again in a minute.');
  if (kind === 'refused')
    return refused(`Adyen rejected the request. Check the merchant account ${merchantAccount}.`);
  return { kind: 'unreachable' };
}

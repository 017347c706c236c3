import { findCheckoutIntent, type CheckoutIntent } from '~/payments/intents';
import type { Environment } from '~/platform/environment';

/** The intent that a checkout address names (spec 4.9); null when it names none of this environment. */
export async function findAddressedIntent(request: Request): Promise<CheckoutIntent | null> {
  const { pathname, searchParams } = new URL(request.url);
  const accountId = searchParams.get('client_id') ?? '';
  const intentId = searchParams.get('intent_id') ?? '';
  if (!/^acc_[0-9a-z]{36}$/.test(accountId) || !/^int_[0-9a-z]{36}$/.test(intentId)) return null;
  return findCheckoutIntent({ accountId, environment: environmentOf(pathname), intentId });
}

/** The environment is a fact of the address (decisions: Addresses). */
export function environmentOf(pathname: string): Environment {
  return pathname.startsWith('/test/') ? 'test' : 'live';
}

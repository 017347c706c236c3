import { findCheckoutIntent, type CheckoutIntent } from '~/payments/intents';
import type { Environment } from '~/platform/environment';

/** The intent that a checkout address names (spec 4.9); null when it names none of this environment. */
export async function findAddressedIntent(request: Request): Promise<CheckoutIntent | null> {
  const { pathname, searchParams } = new URL(request.url);
  return findCheckoutIntent({
    accountId: searchParams.get('client_id') ?? '',
    environment: environmentOf(pathname),
    intentId: searchParams.get('intent_id') ?? '',
  });
}

/** The environment is a fact of the address (decisions: Addresses). */
function environmentOf(pathname: string): Environment {
  return pathname.startsWith('/test/') ? 'test' : 'live';
}

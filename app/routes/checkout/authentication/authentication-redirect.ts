import { redirect } from '@remix-run/node';
import { getPathEnvironment } from '~/platform/http/surfaces.server';

/** The payment that an authentication's address names or, for a card that is being saved, its intent. */
export function readAuthenticationAddress(request: Request) {
  const { pathname, searchParams } = new URL(request.url);
  return {
    environment: getPathEnvironment(pathname),
    transactionId: searchParams.get('transaction_id') ?? '',
    intentId: searchParams.get('intent_id'),
  };
}

/** What the bank or the acquirer added to the return URL. */
export function readAuthenticationResult(request: Request): Record<string, string> {
  const {
    transaction_id: _,
    intent_id: __,
    ...result
  } = Object.fromEntries(new URL(request.url).searchParams);
  return result;
}

/** @param target null when the address names nothing that needed authentication */
export function redirectPayer(target: string | null): Response {
  if (target === null)
    return new Response('Nothing with this address needs authentication.', {
      status: 404,
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    });
  return redirect(target, {
    status: 303,
    headers: { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
  });
}

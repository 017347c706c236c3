import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { cardReturnAddress, returnAddress } from '~/payments/return-addresses';
import { noteSentBack } from '~/payments/visits';
import { isLookedAt, receiveVisit } from './visit';

/** The way to the merchant's own page, by an address of ours, so that the merchant can be told whether it was gone. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { intent, saving, to } = await receiveVisit(request);
  if (saving) return leaveFor((saving.phase !== 'open' && (await cardReturnAddress(saving))) || to('page'));
  if (!intent || intent.phase === 'open' || intent.phase === 'paying') return redirect(to('page'));
  const address = await returnAddress(
    intent,
    intent.phase === 'paid' || intent.phase === 'blocked' ? intent.transactionId : null,
  );
  if (isLookedAt(request)) await noteSentBack(intent);
  return leaveFor(address);
}

function leaveFor(address: string) {
  return redirect(address, { headers: { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' } });
}

export { default, ErrorBoundary, handle, meta } from './no-page';

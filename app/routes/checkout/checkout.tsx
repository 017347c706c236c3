import { data, redirect, type ActionFunctionArgs, type HeadersFunction, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { findLastDecline, payIntent } from '~/payments/checkout';
import type { CheckoutIntent } from '~/payments/intents';
import { readForm } from '../form-body';
import { findAddressedIntent } from './address';
import { readCard, type Kept } from './card-input';
import { declineWords } from './decline-words';
import { CheckoutPage } from './page';
import { showIntent, showReturn, type Shown } from './shown';
import { checkoutTitle } from './title';

/** Complete without scripts, so it loads none: what reads a card number is our HTML alone (threat T26). */
export const handle = { script: false };

export const meta = checkoutTitle;

/** Pages that go on by themselves do so by a header, which needs no script and leaves no form to come back to. */
export const headers: HeadersFunction = ({ loaderHeaders, actionHeaders }) =>
  actionHeaders.has('Refresh') ? actionHeaders : loaderHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const intent = await findAddressedIntent(request);
  if (!intent) return data<Shown>({ page: 'unknown' }, { status: 404 });
  const { searchParams } = new URL(request.url);
  if (intent.phase === 'paying')
    return data<Shown>(await showIntent(intent), { headers: { Refresh: `5; url=${hereAgain(request, 'waiting')}` } });
  // Somebody who has been waiting goes on to the shop; somebody who came back finds out that it is paid.
  if (intent.phase === 'paid' && searchParams.has('waiting')) return goOn(await showReturn(intent, intent.transactionId!));
  if (searchParams.has('stale')) return data<Shown>(await showIntent(intent, { text: staleWords }));
  const decline = await findLastDecline(intent);
  const state = decline ? { ...declineWords(decline.code), declined: { triesLeft: decline.triesLeft } } : {};
  return data<Shown>(await showIntent(intent, state), { status: intent.phase === 'expired' ? 410 : 200 });
}

/** Pays. The form is answered by a page, not a redirect: the shop's address is not ours, and form-action would block it. */
export async function action({ request }: ActionFunctionArgs) {
  const intent = await findAddressedIntent(request);
  if (!intent) return data<Shown>({ page: 'unknown' }, { status: 404 });
  if (intent.phase !== 'open' && intent.phase !== 'paying' && intent.phase !== 'paid') return redirect(hereAgain(request));
  const form = await readForm(request);
  const { card, errors, kept } = readCard(form);
  if (!card) return data<Shown>(await showIntent(intent, { kept, errors }), { status: 422 });
  const payment = await payIntent(intent, { card, attempts: numberOfTry(form) });

  switch (payment.kind) {
    case 'paid':
      return goOn(await showReturn(intent, payment.transactionId));
    case 'paying':
      return redirect(hereAgain(request, 'waiting'));
    case 'moved_on':
      return redirect(hereAgain(request, 'stale'));
    case 'declined':
      return data<Shown>(await afterDecline(request, kept, payment));
    case 'acquirer_not_configured':
      return data<Shown>(await showIntent({ ...intent, phase: 'open' }, { kept, unavailable: true }), { status: 503 });
    default:
      return data<Shown>(await showIntent(intent, { kept, errors: { number: foreignCardWords[payment.kind] } }), { status: 422 });
  }
}

const staleWords = 'This page was out of date, so this card was not tried and no money was taken. Please enter it again.';

/** What was not drawn by us counts as a form of long ago: it pays nothing. */
function numberOfTry(form: FormData): number {
  const text = String(form.get('attempts'));
  return /^\d{1,4}$/.test(text) ? Number(text) : -1;
}

function goOn(shown: Awaited<ReturnType<typeof showReturn>>) {
  return data<Shown>(shown, { headers: { Refresh: `0; url=${shown.back}` } });
}

const foreignCardWords = {
  test_card_required: 'Only test cards work here, so this card was not used. The shop can tell you a test card',
  test_card_refused: 'This is a test card, and here real money moves. Use another card',
};

async function afterDecline(request: Request, kept: Kept, { code, triesLeft }: { code: string; triesLeft: number }): Promise<Shown> {
  // Read again: the form that follows carries the number of the next try.
  const now = (await findAddressedIntent(request)) as CheckoutIntent;
  return showIntent(now, { kept, ...declineWords(code), declined: { triesLeft } });
}

function hereAgain(request: Request, note?: 'waiting' | 'stale'): string {
  const { searchParams } = new URL(request.url);
  const query = new URLSearchParams({ client_id: searchParams.get('client_id') ?? '', intent_id: searchParams.get('intent_id') ?? '' });
  return `?${query}${note ? `&${note}=1` : ''}`;
}

export default function Checkout() {
  const loaded = useLoaderData<typeof loader>();
  return <CheckoutPage shown={useActionData<typeof action>() ?? loaded} />;
}

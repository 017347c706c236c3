import {
  data,
  redirect,
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
} from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { findLastDecline, payIntent } from '~/payments/checkout';
import { tryShielded } from '~/payments/shield';
import { readForm } from '../form-body';
import { readCard, type Kept } from './card-input';
import { declineWords } from './decline-words';
import { CheckoutPage } from './page';
import { openSaving, saveCard } from './saving/saving';
import { showIntent, showUnknown, type Shown } from './shown';
import type { FormState } from './form-state';
import { readSubmission } from './submission';
import { checkoutMeta } from './title';
import { receiveVisit, type Visit } from './visit';

export const handle = { script: false };

export const meta = checkoutMeta;

/** Pages that go on by themselves do so by a header, which needs no script and leaves no form to come back to. */
export const headers: HeadersFunction = ({ loaderHeaders, actionHeaders }) =>
  actionHeaders.has('Refresh') ? actionHeaders : loaderHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const visit = await receiveVisit(request);
  const { intent, saving } = visit;
  if (saving) return openSaving(visit, saving, request);
  if (!intent) return data<Shown>(showUnknown(visit), { status: 404 });
  const { searchParams } = new URL(request.url);
  if (intent.phase === 'paying')
    return data<Shown>(showIntent(visit, intent), { headers: { Refresh: `5; url=${visit.to('waiting')}` } });
  // Somebody who has been waiting goes on to the shop; somebody who came back finds out how it ended.
  if (searchParams.has('waiting') && (intent.phase === 'paid' || intent.phase === 'cancelled'))
    return goOn(visit, showIntent(visit, intent));
  const state: FormState = searchParams.has('stale')
    ? { reason: 'out_of_date' }
    : afterDecline(await findLastDecline(intent));
  return data<Shown>(showIntent(visit, intent, state), { status: intent.phase === 'expired' ? 410 : 200 });
}

/** Pays. The form is answered by a page, not a redirect: the shop's address is not ours, and form-action would block it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const visit = await receiveVisit(request);
  const { intent, saving } = visit;
  if (saving) return saveCard(visit, saving, request, context);
  if (!intent) return data<Shown>(showUnknown(visit), { status: 404 });
  if (intent.phase !== 'open' && intent.phase !== 'paying' && intent.phase !== 'paid')
    return redirect(visit.to('page'));
  const form = await readForm(request);
  const { card, faults, kept } = readCard(form);
  if (!card) return data<Shown>(showIntent(visit, intent, { kept, faults }), { status: 422 });
  const submission = readSubmission(form, context);
  if (!submission) return redirect(visit.to('stale'));
  const payment = await tryShielded(intent, card, submission, () =>
    payIntent(intent, { card, formId: submission.formId, language: visit.language }),
  );

  switch (payment.kind) {
    case 'paid':
      return goOn(visit, showIntent(visit, { ...intent, phase: 'paid' }));
    case 'paying':
      return redirect(visit.to('waiting'));
    case 'moved_on':
      return redirect(visit.to('stale'));
    case 'declined':
      return data<Shown>(await showAgain(request, { kept, ...afterDecline(payment) }));
    case 'acquirer_not_configured':
      return data<Shown>(showIntent(visit, { ...intent, phase: 'open' }, { kept, reason: 'unavailable' }), {
        status: 503,
      });
    case 'card_tried_too_often':
    case 'address_tried_too_often':
    case 'proof_needed':
      return data<Shown>(showIntent(visit, intent, { kept, reason: payment.kind }), { status: 429 });
    default:
      return data<Shown>(showIntent(visit, intent, { kept, faults: { number: payment.kind } }), {
        status: 422,
      });
  }
}

/** Lets the browser leave for the shop. */
function goOn(visit: Visit, shown: Shown) {
  return data<Shown>(
    { ...shown, ...(shown.page === 'paid' || shown.page === 'cancelled' ? { leaving: true } : {}) },
    { headers: { Refresh: `0; url=${visit.to('return')}` } },
  );
}

function afterDecline(decline: { code: string; triesLeft: number } | null): FormState {
  return decline ? { ...declineWords(decline.code), declined: { triesLeft: decline.triesLeft } } : {};
}

/** From what the intent is by now. */
async function showAgain(request: Request, state: FormState & { kept: Kept }): Promise<Shown> {
  const visit = await receiveVisit(request);
  return showIntent(visit, visit.intent!, state);
}

export default function Checkout() {
  const loaded = useLoaderData<typeof loader>();
  return <CheckoutPage shown={useActionData<typeof action>() ?? loaded} />;
}

export { Failed as ErrorBoundary } from './failed';

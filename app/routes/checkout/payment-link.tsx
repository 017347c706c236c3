import {
  data,
  redirect,
  type ActionFunctionArgs,
  type AppLoadContext,
  type HeadersFunction,
  type LoaderFunctionArgs,
} from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { recordRedirect } from '~/payments/checkout/checkout-visits';
import { findCheckoutIntent, type CheckoutIntent } from '~/payments/checkout/payment-intents';
import { hasChoice, type LinkChoice } from '~/payments/payment-links/payment-link';
import { findOnlyPayment } from '~/payments/payment-links/link-places';
import { admitVisit, startLinkPayment } from '~/payments/payment-links/link-visits';
import { buildCheckoutUrl, getLinkPath } from '~/platform/http/surfaces.server';
import { readForm } from '../forms/form-body';
import { isPageView, parseIntentAddress } from './checkout-visit';
import { findLinkAttempt } from './payment-link/link-attempt-cookie';
import { readLinkForm, toLinkForm } from './payment-link/link-form';
import { pageScript } from './page-script';
import {
  buildLinkForm,
  buildUnknownLinkPage,
  readPublicLink,
  type LinkPageData,
  type PublicLink,
} from './payment-link/link-page-data';
import { LinkPageContent } from './payment-link/link-page';

export const handle = { script: false };
export const headers: HeadersFunction = ({ loaderHeaders, actionHeaders }) =>
  actionHeaders.has('Refresh') ? actionHeaders : loaderHeaders;

declare module '@remix-run/server-runtime' {
  interface AppLoadContext {
    /** The page after a submitted choice, for the loader of the same request: only its data decide the title, too. */
    submittedLinkPage?: LinkPageData;
  }
}

type Page = NonNullable<Awaited<ReturnType<typeof readPublicLink>>>['page'];

/** A payment link. Without a choice, it leads directly to the checkout. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  if (context.submittedLinkPage) return data<LinkPageData>(context.submittedLinkPage);
  const found = await readPublicLink(request, params.id);
  if (!found) return data<LinkPageData>(buildUnknownLinkPage(request), { status: 404 });
  const { link, page } = found;
  const { searchParams } = new URL(request.url);
  // The checkout sends payers back here who change their choice, and who haven't paid.
  const intent = await findLinkIntent(request, link);
  const elsewhere = redirectFromPayment(request, link, page, intent);
  if (elsewhere) return elsewhere;
  if (hasEnded(intent) && isPageView(request)) await recordRedirect(intent);
  if (searchParams.has('status')) return respondCancelled(link, page, intent);
  if (!canStart(link)) return respondUnusable(request, link, page, intent);
  const form = buildLinkForm(page, intent && toLinkForm(page, intent.order));
  if (!isPageView(request)) return data<LinkPageData>(form);
  const visit = { address: context.clientAddress, isOpening: isOpening(request, context) };
  if (!(await admitVisit(link, visit)))
    return data<LinkPageData>({ ...page, page: 'too_many_visits' }, { status: 429 });
  if (!hasChoice(link)) return start(link, page, {}, context.clientAddress);
  // With no-store, a browser's Back would lose the payer's choice.
  return data<LinkPageData>(form, { headers: { 'Cache-Control': 'private, no-cache' } });
}

const canStart = ({ status, isInProgress }: PublicLink) => status === 'active' && !isInProgress;

/** Another tab may have paid, or may be paying. */
function redirectFromPayment(request: Request, link: PublicLink, page: Page, intent: LinkIntent) {
  if (intent?.phase === 'paying') return redirectToCheckout(link, intent.id, page);
  if (intent?.phase !== 'paid') return null;
  return redirect(`${getLinkPath(link.environment, link.id, '/thanks')}${new URL(request.url).search}`);
}

/** Whether the payer didn't pay, and can't anymore on that page. */
const hasEnded = (intent: LinkIntent): intent is CheckoutIntent =>
  intent !== undefined && ['cancelled', 'blocked', 'expired'].includes(intent.phase);

/** For payers who canceled, or whose payment expired. */
async function respondCancelled(link: PublicLink, page: Page, intent: LinkIntent) {
  if (canStart(link))
    return data<LinkPageData>({
      ...{ ...page, page: 'not_paid' },
      startUrl: `?${new URLSearchParams({ lang: page.locale, ...(intent && { intent_id: intent.id }) })}`,
    });
  // The payer may have paid in another tab.
  return respondWithObstacle(link, page, { isCancelled: true, status: 200 });
}

/** Not a rejected form, another language, or a new start after a payment wasn't made. */
const isOpening = ({ headers }: Request, { method }: AppLoadContext): boolean =>
  method === 'GET' && headers.get('sec-fetch-site') !== 'same-origin';

/**
 * Payers who open a link again while their own payment is in progress continue it, and so do those who wanted to change their
 * choice. After paying, they read that they don't have to pay again.
 */
async function respondUnusable(request: Request, link: PublicLink, page: Page, intent: LinkIntent) {
  if (intent?.phase === 'open') return redirectToCheckout(link, intent.id, page);
  const attempt = link.isInProgress && (await findLinkAttempt(request, link));
  if (attempt) return redirectToCheckout(link, attempt.id, page);
  return respondWithObstacle(link, page, { isCancelled: hasEnded(intent), status: 410 });
}

/** The page of a payment in progress checks again by itself. */
async function respondWithObstacle(
  link: PublicLink,
  page: Page,
  { isCancelled, status }: { isCancelled: boolean; status: number },
) {
  const obstacle = (await findObstacle(link)) ?? 'unusable';
  return obstacle === 'in_progress'
    ? data<LinkPageData>(
        { ...page, page: obstacle, script: pageScript },
        { status: 409, headers: { Refresh: '10' } },
      )
    : data<LinkPageData>({ ...page, page: obstacle, isCancelled }, { status });
}

/** Why nobody can start a payment: the last ones are in progress, or the state of a link's only one. Null for other reasons. */
async function findObstacle({ id, status, isInProgress, maximumPayments }: PublicLink) {
  if (status === 'active' && isInProgress) return 'in_progress';
  return status === 'completed' && maximumPayments === 1 ? findOnlyPayment(id) : null;
}

type LinkIntent = CheckoutIntent | undefined;

/** The link's intent that the URL names. */
async function findLinkIntent(
  request: Request,
  { id, accountId, environment }: PublicLink,
): Promise<LinkIntent> {
  const { intentId } = parseIntentAddress(request);
  const intent = await findCheckoutIntent({ accountId, environment, intentId });
  return intent?.paymentLinkId === id ? intent : undefined;
}

export async function action(submission: ActionFunctionArgs) {
  const response = await submitChoice(submission);
  if ('data' in response) submission.context.submittedLinkPage = response.data;
  return response;
}

async function submitChoice({ request, params, context }: ActionFunctionArgs) {
  const found = await readPublicLink(request, params.id);
  if (!found) return data<LinkPageData>(buildUnknownLinkPage(request), { status: 404 });
  const { link, page } = found;
  const intent = await findLinkIntent(request, link);
  const elsewhere = redirectFromPayment(request, link, page, intent);
  if (elsewhere) return elsewhere;
  if (!canStart(link)) return respondUnusable(request, link, page, intent);
  const { choice, form } = readLinkForm(await readForm(request), page);
  if (form) return data<LinkPageData>(buildLinkForm(page, form), { status: 422 });
  return start(link, page, choice, context.clientAddress);
}

async function start(link: PublicLink, page: Page, choice: LinkChoice, visitor: string) {
  const started = await startLinkPayment(link, choice, { address: visitor, locale: page.locale });
  switch (started.kind) {
    case 'started':
      return redirectToCheckout(link, started.intentId, page);
    case 'too_many_visits':
      return data<LinkPageData>({ ...page, page: 'too_many_visits' }, { status: 429 });
    case 'not_offered':
    case 'unusable':
      return data<LinkPageData>({ ...page, page: 'unusable' }, { status: 410 });
  }
}

function redirectToCheckout({ environment, accountId }: PublicLink, intentId: string, { locale }: Page) {
  const { pathname, search } = new URL(buildCheckoutUrl(environment, accountId, intentId));
  return redirect(`${pathname}${search}&lang=${locale}`, 303);
}

export default function PaymentLinkPage() {
  return <LinkPageContent pageData={useLoaderData<typeof loader>() as LinkPageData} />;
}

export { linkMeta as meta } from './payment-link/link-meta';
export { CheckoutErrorBoundary as ErrorBoundary } from './page/error-boundary';

import {
  data,
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
} from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { Landmark } from 'lucide-react';
import { findSimulatedBank, simulateAuthentication } from '~/payments/checkout/authentications';
import { findSimulatedVerification } from '~/payments/checkout/card-saving/card-verifications';
import type { Environment } from '~/platform/environment';
import { buildAuthenticationUrl, getPathEnvironment } from '~/platform/http/surfaces.server';
import { isId } from '~/platform/ids';
import { formatUnambiguousAmount } from '~/platform/money/money';
import { readForm, textOf } from '../../forms/form-body';

export const handle = { script: false };
export const meta = () => [{ title: 'Simulated bank' }, { name: 'robots', content: 'noindex' }];
export const headers: HeadersFunction = ({ loaderHeaders, actionHeaders }) =>
  actionHeaders.has('Refresh') ? actionHeaders : loaderHeaders;

async function findBank(request: Request) {
  const { pathname, searchParams } = new URL(request.url);
  const environment = getPathEnvironment(pathname);
  const reference = searchParams.get('reference') ?? '';
  const intentId = searchParams.get('intent_id') ?? '';
  return { bank: await findChallenge(environment, reference), environment, reference, intentId };
}

/** Of a payment, or of a card that is being saved. */
async function findChallenge(environment: Environment, reference: string) {
  const payment = await findSimulatedBank(environment, reference);
  if (!payment) return findSimulatedVerification(environment, reference);
  const { amount, currency, ...bank } = payment;
  return { ...bank, amount: formatUnambiguousAmount(amount, currency) };
}

export async function loader({ request }: LoaderFunctionArgs) {
  const { bank, environment, intentId } = await findBank(request);
  // The page exists only in English, whatever the payer's language.
  const language = 'en' as const;
  if (!bank) {
    // A card's verification is gone once its result is known.
    const resultUrl = isId('int', intentId) ? buildAuthenticationUrl(environment, intentId) : null;
    return data({ language, bank: null, resultUrl }, { status: 404 });
  }
  const { id, isWaiting, amount, cardLastFour, merchantName } = bank;
  return data({
    language,
    bank: isWaiting ? { amount, cardLastFour, merchantName } : null,
    resultUrl: buildAuthenticationUrl(environment, id),
  });
}

const results = ['authenticated', 'failed', 'unavailable'] as const;

/** The response is a page that continues by itself: as an answer to a form, a redirect to the shop would be blocked. */
export async function action({ request }: ActionFunctionArgs) {
  const { bank, environment, reference } = await findBank(request);
  if (!bank?.isWaiting) return data({ returnUrl: null }, { status: bank ? 200 : 404 });
  const chosen = textOf(await readForm(request), 'result');
  const result = results.find((one) => one === chosen);
  if (!result) return data({ returnUrl: null }, { status: 422 });
  await simulateAuthentication(bank, reference, result);
  const returnUrl = buildAuthenticationUrl(environment, bank.id, '/return');
  return data({ returnUrl }, { headers: { Refresh: `0; url=${returnUrl}` } });
}

export default function SimulatedBank() {
  const { bank, resultUrl } = useLoaderData<typeof loader>();
  const returnUrl = useActionData<typeof action>()?.returnUrl;
  return (
    <main id="content" tabIndex={-1} className="mx-auto max-w-md px-4 py-10 outline-none">
      <p className="mb-4 rounded-lg bg-caution-soft px-4 py-3 text-sm text-caution">
        <strong>This is a simulation.</strong> In live, this is a page of the payer’s bank.
      </p>
      <div className="rounded-xl border border-line bg-surface p-6 shadow-card sm:p-8">
        <span className="mb-4 grid size-12 place-items-center rounded-full bg-sunken text-ink-soft">
          <Landmark size={24} aria-hidden="true" />
        </span>
        {returnUrl ? (
          <Done returnUrl={returnUrl} />
        ) : bank ? (
          <Challenge {...bank} />
        ) : (
          <Over resultUrl={resultUrl} />
        )}
      </div>
    </main>
  );
}

/** `amount`: null for a card that is being saved. */
type Bank = { amount: string | null; cardLastFour: string | null; merchantName: string };

function Challenge({ amount, cardLastFour, merchantName }: Bank) {
  const subject = amount === null ? 'card' : 'payment';
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">{`Confirm your ${subject}`}</h1>
      <p className="mt-2 text-ink-soft">
        {amount === null
          ? `You’re saving your card for payments to ${merchantName}.`
          : `${amount} to ${merchantName}, with your card ending in ${cardLastFour}`}
      </p>
      <form method="post" className="mt-6 space-y-3">
        <BankButton value="authenticated" primary>
          {`Confirm ${subject}`}
        </BankButton>
        <BankButton value="failed">Fail authentication</BankButton>
        <BankButton value="unavailable">Simulate an outage of the bank</BankButton>
      </form>
    </>
  );
}

function BankButton({ value, primary, children }: { value: string; primary?: true; children: string }) {
  const style = primary
    ? 'bg-accent text-on-accent hover:bg-accent-strong'
    : 'border border-line-strong bg-surface text-ink hover:bg-sunken';
  return (
    <button
      type="submit"
      name="result"
      value={value}
      className={`min-h-11 w-full rounded-lg px-4 py-2 font-medium ${style}`}
    >
      {children}
    </button>
  );
}

function Over({ resultUrl }: { resultUrl: string | null }) {
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Nothing to confirm</h1>
      <p className="mt-2 text-ink-soft">
        Your bank no longer needs your confirmation.{' '}
        {resultUrl && (
          <a href={resultUrl} className="font-medium text-accent underline underline-offset-4">
            See the result
          </a>
        )}
      </p>
    </>
  );
}

function Done({ returnUrl }: { returnUrl: string }) {
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Thank you</h1>
      <p className="mt-2 text-ink-soft">
        We’re taking you back.{' '}
        <a href={returnUrl} className="font-medium text-accent underline underline-offset-4">
          Continue
        </a>
      </p>
    </>
  );
}

export { CheckoutErrorBoundary as ErrorBoundary } from '../page/error-boundary';

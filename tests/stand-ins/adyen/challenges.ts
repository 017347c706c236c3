import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context, StoredPayment } from './account-state';
import { AdyenApiError, refuse } from './api-error';
import { decidePayment, presentPayment } from './payments';
import type { PaymentDetailsRequest, PaymentDetailsResponse } from './sdk-types';

export const detailsFields = ['details'];

type ChallengedPayment = StoredPayment & { challenge: NonNullable<StoredPayment['challenge']> };
type ChallengeOutcome = 'completed' | 'failed' | 'canceled';

/** @returns where the payer returns to */
export function completeChallenge(payment: ChallengedPayment, outcome: ChallengeOutcome): string {
  const { challenge } = payment;
  challenge.redirectResult ??= randomBytes(60).toString('base64url');
  // A page that was sent twice returns again, with the first outcome.
  challenge.outcome ??= outcome;
  const url = new URL(challenge.returnUrl);
  url.searchParams.set('redirectResult', challenge.redirectResult);
  return url.href;
}

/** The result of the redirect becomes the result of the payment. */
export function submitDetails(context: Context, { details }: PaymentDetailsRequest): PaymentDetailsResponse {
  const { redirectResult } = details;
  const payment = listChallenges(context).find(
    ({ challenge }) => challenge.redirectResult === redirectResult,
  );
  if (!payment) throw refuse('000', 'Invalid redirectResult');
  const { challenge } = payment;
  if (challenge.isSubmitted) throw new AdyenApiError(422, '704', 'request already processed or in progress');
  challenge.isSubmitted = true;
  payment.isAuthenticated = challenge.outcome === 'completed';
  if (challenge.outcome === 'completed') decidePayment(context, payment);
  else
    decidePayment(
      context,
      payment,
      challenge.outcome === 'canceled' ? 'SHOPPER_CANCELLED' : 'NOT_3D_AUTHENTICATED',
    );
  return presentPayment(payment) satisfies PaymentDetailsResponse;
}

export function findChallenge(
  context: Context,
  isRight: (payment: ChallengedPayment) => boolean,
): ChallengedPayment {
  const payment = listChallenges(context).findLast(isRight);
  if (!payment) throw new AdyenApiError(404, '000', 'There is no such challenge.');
  return payment;
}

const listChallenges = ({ account }: Context) =>
  [...account.payments.values()].filter(
    (payment): payment is ChallengedPayment => payment.challenge !== null,
  );

/** The issuer's page, with a button for each outcome. It returns to the merchant's `returnUrl`. */
export function respondWithChallenge(
  context: Context,
  id: string,
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
): void {
  const payment = findChallenge(context, ({ challenge }) => challenge.id === id);
  if (request.method !== 'POST') {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page);
    return;
  }
  const chosen = new URLSearchParams(body).get('outcome');
  const outcome = chosen === 'completed' || chosen === 'canceled' ? chosen : 'failed';
  response.writeHead(303, { Location: completeChallenge(payment, outcome) }).end();
}

const page = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><link rel="icon" href="data:,"><title>3-D Secure test page</title></head>
  <body>
    <h1>3-D Secure test page</h1>
    <form method="post">
      <button name="outcome" value="completed">Complete</button>
      <button name="outcome" value="failed">Fail</button>
      <button name="outcome" value="canceled">Cancel</button>
    </form>
  </body>
</html>
`;

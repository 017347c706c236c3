import { setTimeout as sleep } from 'node:timers/promises';
import Stripe from 'stripe';
import { config } from '~/platform/config/config.server';
import { log } from '~/platform/observability/log';
import type { Outcome } from '../acquirer';
import type { CardChecks } from '../card-checks';
import type { ProcessorAccess } from '../connection-fields';
import type { DeclineCode } from '../decline-codes';
import { toDeclineCode } from './decline-codes';

/** The version that the requests and answers of this adapter were written for. */
export const apiVersion = '2026-10-28.endive';
/** Stripe keeps idempotency keys for 24 hours. After that, a repeated request would be a second one. */
const idempotencyKeyLifeMs = 23 * 60 * 60 * 1000;
/** Requests that Stripe refused for their rate are sent again this often, with growing delays. */
const rateLimitRetries = 2;
const rateLimitDelayMs = 400;

export type StripeAccess = Omit<Extract<ProcessorAccess, { acquirer: 'stripe' }>, 'acquirer'>;

/** @param origin a stand-in instead of Stripe */
export function createStripeClient({ settings: { account }, secrets }: StripeAccess, origin?: URL): Stripe {
  return new Stripe(secrets.secretKey.reveal(), {
    apiVersion,
    // The caller decides whether to send a request again.
    maxNetworkRetries: 0,
    timeout: config.acquirerTimeoutMs,
    telemetry: false,
    ...(account && { stripeAccount: account }),
    ...(origin && readAddress(origin)),
  });
}

/** Where a stand-in is, for the SDK. */
export const readAddress = ({ hostname, port, protocol }: URL) =>
  ({ host: hostname, port, protocol: protocol === 'https:' ? 'https' : 'http' }) as const;

/** Our reference as the idempotency key of a request. `step`: for the later requests of one operation. */
export const keyOf = (reference: string, step = '') => ({ idempotencyKey: `${reference}${step}` });

/** Whether a request that Stripe hasn't seen can be sent again with its idempotency key. */
export const canRepeat = ({ requestedAt }: { requestedAt: Date }) =>
  Date.now() - requestedAt.getTime() < idempotencyKeyLifeMs;

/**
 * The code of a Stripe error for logs and staff. Its message and request can quote card data.
 * @throws any other error
 */
export function codeOf(error: unknown): string {
  if (error instanceof Stripe.errors.StripeError) return error.code ?? error.type;
  throw error;
}

/**
 * `harmless`: the request moves no money, so an answer that is missing means that nothing happened. `final`: a request
 * that Stripe refused is never sent again.
 */
type RequestKind = 'harmless' | 'final' | 'repeatable';

/**
 * Turns errors into outcomes. An error of the card is a decline. An error before Stripe looked at the card or payment
 * moved nothing: an invalid request is declined, and one that a wrong key or a missing permission prevented is declined,
 * too, unless it can be repeated after the key was replaced. All others are unknown: a 5xx, a conflict, a lost
 * connection, or an unreadable answer.
 */
export async function toOutcome<T extends { kind: string }>(
  reference: string,
  kind: RequestKind,
  request: () => Promise<T>,
): Promise<T | Exclude<Outcome, { kind: 'pending' | 'approved' }>> {
  try {
    return await request();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError)
      return { ...toStripeDecline(error.decline_code || error.code), ...toFailedCheck(error.code) };
    const code = codeOf(error);
    if (error instanceof Stripe.errors.StripeInvalidRequestError) {
      log.warn('stripe refused a request', { operationId: reference, code });
      return toStripeDecline(code, 'system_error');
    }
    logFailure(reference, code);
    const isPrevented =
      error instanceof Stripe.errors.StripeAuthenticationError ||
      error instanceof Stripe.errors.StripePermissionError;
    if (kind === 'harmless' || (isPrevented && kind === 'final'))
      return { kind: 'declined', code: 'system_error', acquirerCode: code };
    return { kind: 'unknown' };
  }
}

/** An inquiry that failed says nothing about the request it is about. */
export async function orUnknown<T extends { kind: string }>(
  reference: string,
  inquiry: () => Promise<T>,
): Promise<T | { kind: 'unknown' }> {
  try {
    return await inquiry();
  } catch (error) {
    logFailure(reference, codeOf(error));
    return { kind: 'unknown' };
  }
}

export function logFailure(operationId: string, code: string): void {
  log.error('stripe', new Error('the request failed'), { operationId, code });
}

/** A card error of the confirmation comes without the charge and its checks. */
const toFailedCheck = (code: string | undefined): { checks?: CardChecks } => {
  if (code === 'incorrect_cvc') return { checks: { securityCode: 'fail' } };
  return code === 'incorrect_zip' ? { checks: { postalCode: 'fail' } } : {};
};

/**
 * @param code Stripe's decline code, or the code of its error
 * @param otherwise for a code that says nothing more
 */
export function toStripeDecline(
  code: string | null | undefined,
  otherwise: DeclineCode = 'do_not_honor',
): Extract<Outcome, { kind: 'declined' }> {
  return { kind: 'declined', code: toDeclineCode(code, otherwise), ...(code && { acquirerCode: code }) };
}

/** Sends a request again after Stripe refused it for its rate, which it does before doing anything. */
export async function withinRateLimit<T>(signal: AbortSignal, request: () => Promise<T>): Promise<T> {
  for (let retries = 0; ; retries++) {
    signal.throwIfAborted();
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeRateLimitError) || retries === rateLimitRetries) throw error;
      await sleep(rateLimitDelayMs * 2 ** retries * (0.5 + Math.random()), undefined, { signal });
    }
  }
}

/**
 * The SDK takes any JSON without an error for an answer of Stripe, also that of a proxy with a 503.
 * @param id of the requested object, if it existed before
 * @throws when it isn't the requested object, so that the outcome stays unknown
 */
export function requireObject<T extends { object: string; id: string }>(
  answer: T,
  object: T['object'],
  id = answer.id,
): T {
  const isObject = answer.object === object && typeof answer.id === 'string' && answer.id !== '';
  if (!isObject || answer.id !== id) throw new UnexpectedAnswer(object);
  return answer;
}

class UnexpectedAnswer extends Error {
  override name = 'UnexpectedAnswer';
  constructor(object: string) {
    super(`the answer is no ${object}`);
  }
}

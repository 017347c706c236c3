import type { Context } from 'hono';
import type { Done, IntentReply, Reply } from '~/payments/replies';
import type { LinkReply } from '~/payments/payment-links/payment-links';
import type { LockedByChargebacks } from '~/payments/transactions/transaction-object';
import { buildPortalUrl } from '~/platform/http/surfaces.server';
import type { ApiEnv } from '~/api/api-env';
import { respondWithProblem, type ProblemBody, type ProblemCode, type ProblemStatus } from './problem';
import { respond, type JsonReply } from './respond';

/**
 * The same reply for an ID that doesn't exist, belongs to another account, or to the other environment
 * (threat T2).
 */
export const unknownTransactionMessage = 'No transaction has this ID.';

/**
 * The HTTP form of a result, so that the compiler checks each route's results against its described statuses.
 */
type RouteReply<Result> =
  Result extends Done<infer Body>
    ? JsonReply<Body, 200>
    : Result extends {
          kind:
            | 'unknown_card_token'
            | 'agreement_missing'
            | 'card_expired'
            | 'host_not_listed'
            | 'return_host_not_listed'
            | 'link_host_not_listed'
            | 'link_already_expired';
        }
      ? JsonReply<ProblemBody, ProblemStatus<'validation_failed'>>
      : Result extends { kind: infer Code extends ProblemCode }
        ? JsonReply<ProblemBody, ProblemStatus<Code>>
        : never;

/** Turns the result of a money request into its HTTP response. A stored body is sent byte for byte. */
export function replyWithResult<Result extends Reply | IntentReply | LinkReply>(
  c: Context<ApiEnv>,
  reply: Result,
): RouteReply<Result>;
export function replyWithResult(c: Context<ApiEnv>, reply: Reply | IntentReply | LinkReply): Response {
  switch (reply.kind) {
    case 'done':
      return respond<unknown, 200>(
        c,
        200,
        reply.body,
        reply.replayed ? { 'Idempotent-Replayed': 'true' } : undefined,
      );
    case 'operation_declined':
      return respondWithProblem(c, reply.kind, {
        detail: `The operation was declined: ${reply.decline.message}`,
        transaction_id: reply.transactionId,
        operation_id: reply.operationId,
        decline: reply.decline,
        headers: reply.replayed ? { 'Idempotent-Replayed': 'true' } : undefined,
      });
    case 'outcome_unknown':
      return respondWithProblem(c, reply.kind, {
        detail:
          'The acquirer’s response is missing or couldn’t be stored, so the outcome is unknown. Retrieve the transaction, or retry the same request.',
        transaction_id: reply.transactionId,
        headers: { 'Retry-After': '5' },
      });
    case 'request_in_progress':
      return respondWithProblem(c, reply.kind, {
        headers: { 'Retry-After': String(reply.retryAfterSeconds) },
      });
    case 'external_id_conflict':
      return respondWithProblem(c, reply.kind, {
        detail: `This external_id was already used for ${reply.resourceId} with different content.`,
        transaction_id: reply.resourceId.startsWith('trx_') ? reply.resourceId : undefined,
        intent_id: reply.resourceId.startsWith('int_') ? reply.resourceId : undefined,
        payment_link_id: reply.resourceId.startsWith('plink_') ? reply.resourceId : undefined,
        transaction_status: reply.status,
        differing_fields: reply.differing,
      });
    case 'not_found':
      return respondWithProblem(c, reply.kind, { detail: unknownTransactionMessage });
    case 'invalid_state':
      return respondWithProblem(c, reply.kind, {
        detail: describeInvalidState(reply),
        transaction_status: reply.status,
        allowed_operations: reply.allowed,
        ...reply.locked,
      });
    case 'amount_exceeds_remaining':
      return respondWithProblem(c, reply.kind, {
        detail: `You requested ${reply.requested}, but only ${reply.remaining} remains.${describeChargebackLock(reply.locked)}`,
        remaining: reply.remaining,
        requested: reply.requested,
        ...reply.locked,
      });
    case 'partial_void_not_supported':
      return respondWithProblem(c, reply.kind, {
        detail: `You requested to void ${reply.requested} of ${reply.remaining}. This payment’s acquirer can release only all of it.`,
        remaining: reply.remaining,
        requested: reply.requested,
      });
    case 'unknown_card_token':
      return respondWithProblem(c, 'validation_failed', {
        errors: [
          {
            field: 'card.token',
            code: reply.kind,
            message: 'isn’t a card token of your account in this environment, or was deleted',
          },
        ],
      });
    case 'agreement_missing':
      return respondWithProblem(c, 'validation_failed', {
        errors: [
          {
            field: 'card.reason',
            code: reply.kind,
            message:
              'isn’t a reason the payer agreed to when they saved the card. Ask them to save it again with this reason',
          },
        ],
      });
    case 'return_host_not_listed':
    case 'link_host_not_listed':
      return respondWithProblem(c, 'validation_failed', {
        errors: [
          {
            field: reply.kind === 'return_host_not_listed' ? 'return_url' : 'redirect_url',
            code: 'host_not_listed',
            message: `must use a listed host. Add it at ${buildPortalUrl('/developers/redirect-hosts')}`,
          },
        ],
      });
    case 'link_already_expired':
      return respondWithProblem(c, 'validation_failed', {
        errors: [{ field: 'expires_at', code: 'invalid_value', message: 'must be in the future' }],
      });
    case 'card_expired':
      return respondWithProblem(c, 'validation_failed', {
        errors: [{ field: 'card.expiry', code: reply.kind, message: 'is in the past' }],
      });
    case 'host_not_listed':
      return respondWithProblem(c, 'validation_failed', {
        errors: reply.addresses.map((name) => ({
          field: `redirect_urls.${name}`,
          code: reply.kind,
          message: `must use a listed host. Add it at ${buildPortalUrl('/developers/redirect-hosts')}`,
        })),
      });
    case 'test_card_required':
      return respondWithProblem(c, reply.kind, {
        detail: `Use one of the test cards at ${buildPortalUrl('/docs/test-cards')}.`,
      });
    default:
      return respondWithProblem(c, reply.kind);
  }
}

type InvalidState = Extract<Reply, { kind: 'invalid_state' }>;

const invalidStateReasons: Record<NonNullable<InvalidState['reason']>, string> = {
  is_refund: 'This is a refund. Use the ID of the payment instead.',
  is_chargeback: 'This is a chargeback. Use the ID of the payment instead.',
  fully_refunded: 'Everything that was captured is already refunded.',
  nothing_held: 'Nothing is left to capture or void.',
};

function describeInvalidState({ reason, ...state }: InvalidState): string {
  const { status, allowed, locked } = state;
  if (!reason)
    return `The transaction is ${status}. ${describeAllowedOperations(state)}${describeChargebackLock(locked)}`;
  return `${invalidStateReasons[reason]}${allowed.length ? ` ${describeAllowedOperations(state)}` : ''}`;
}

function describeAllowedOperations({ status, allowed }: { status: string; allowed: string[] }): string {
  if (allowed.length) return `Allowed operations: ${allowed.join(', ')}.`;
  return status === 'PENDING'
    ? 'If the transaction has a next_action, the payer must confirm the payment first. Otherwise, wait for the acquirer’s response.'
    : 'No operation is allowed now.';
}

/** Explains that chargebacks reduce the refundable amount (decisions: Lifecycle). */
function describeChargebackLock({
  amount_disputed: disputed,
  amount_charged_back: chargedBack,
}: Partial<LockedByChargebacks> = {}): string {
  const disputeText = disputed ? ` ${disputed} is locked by an open chargeback.` : '';
  return chargedBack ? `${disputeText} ${chargedBack} was lost to chargebacks.` : disputeText;
}

import { isConfirmedBySecondFactor } from '~/identity/second-factor/step-up-confirmations';
import type { Confirmation } from '~/identity/sessions/session-store';
import { findRefundConfirmationLimit } from '~/merchants/accounts/refund-limit';
import { databaseNow, prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { isId } from '~/platform/ids';
import { captureOrVoid } from './capture-void';
import { getAvailability, type ManualOperation } from './available-operations';
import { createRefund } from './refunds';
import type { OperationReply } from '~/payments/replies';
import { findRefused } from '~/payments/transactions/transaction-rows';
import { amountsOf } from '~/payments/transactions/transaction-object';

type Key = { accountId: string; environment: Environment; id: string };

/** `externalId`: the name the form was drawn with, so that a form sent twice is a repeated request. Amount in minor units. */
type ManualOperationRequest = {
  operation: ManualOperation;
  amount: number;
  reason?: string;
  externalId: string;
  seenVersion: number;
};

/** `asked`: it went to the bank, and the operation of that external_id tells what came of it. All others had no effect. */
export type ManualOperationReply =
  | 'asked'
  | 'moved_on'
  | 'second_factor_needed'
  | 'not_possible'
  | 'amount_exceeds_remaining'
  | 'form_used'
  | 'account_suspended'
  | 'acquirer_not_configured'
  | 'not_found';

/** A payment as somebody sees it who is about to operate on it; null for any other id. */
export async function findManualOperationTarget({ accountId, environment, id }: Key) {
  if (!isId('trx', id)) return null;
  // The clock first: whatever is written after it counts as news.
  const [seenAt, account] = await Promise.all([
    databaseNow(prisma),
    prisma.account.findUniqueOrThrow({ where: { id: accountId }, select: { status: true } }),
  ]);
  const [row] = await findRefused({ accountId, environment, id });
  if (row?.type !== 'PAYMENT') return null;
  const payment = {
    status: row.status,
    amounts: amountsOf(row),
    lapsed: row.lapsed,
    suspended: account.status !== 'active',
  };
  const {
    order_currency: currency,
    card_brand: cardBrand,
    card_last_four: cardLastFour,
    capture_before: captureBefore,
    version,
  } = row;
  return {
    id,
    currency,
    cardBrand,
    cardLastFour,
    captureBefore,
    version,
    seenAt,
    ...payment,
    possibility: (operation: ManualOperation) => getAvailability(operation, payment),
  };
}

export type ManualOperationTarget = NonNullable<Awaited<ReturnType<typeof findManualOperationTarget>>>;

/**
 * Captures, voids or refunds because somebody asked for it on a page: the same three phases as through the API, but only if the
 * payment is still what that person saw. Of two who refund at the same time, the second is notified, even if both amounts
 * would fit. `confirmation`: what the person has shown last, which a large refund takes.
 */
export async function createManualOperation(
  {
    userId,
    address,
    confirmation,
    ...key
  }: Key & { userId: string; address?: string; confirmation?: Confirmation },
  requested: ManualOperationRequest,
): Promise<ManualOperationReply> {
  const { accountId, environment, id: transactionId } = key;
  const target = await findManualOperationTarget(key);
  if (!target) return 'not_found';
  const { operation, amount, reason, externalId, seenVersion } = requested;
  // A form that had its effect before the account was suspended is not told that it had none.
  if (target.suspended) return (await wasProcessed(key, requested)) ? 'asked' : 'account_suspended';
  if (
    !(confirmation && isConfirmedBySecondFactor(confirmation)) &&
    (await requiresSecondFactor(key, target, requested))
  )
    return 'second_factor_needed';
  const operator = `portal:${userId}` as const;
  const [actor, manualRequest] = [
    { accountId, environment, operator },
    { actor: operator, seenVersion, reason, address },
  ];
  const request = { transactionId, externalId, amount, reason };
  const reply = await (operation === 'refund'
    ? createRefund(actor, request, manualRequest)
    : captureOrVoid(actor, { ...request, operation }, manualRequest));
  const refused = reply.kind === 'invalid_state' || reply.kind === 'amount_exceeds_remaining';
  // A version only grows: had it been the one that was seen, that was not the reason.
  if (refused && (await findManualOperationTarget(key))?.version !== seenVersion) return 'moved_on';
  return manualReplies[reply.kind];
}

/**
 * Whether an account wants somebody to have shown a second factor who asks for so much manually: for live refunds above its limit. What was
 * refunded of the payment before counts too, so that it is not gone round in slices.
 */
export async function requiresSecondFactor(
  { accountId, environment }: Key,
  { amounts }: ManualOperationTarget,
  { operation, amount }: { operation: ManualOperation; amount: number },
): Promise<boolean> {
  if (environment === 'test' || operation !== 'refund') return false;
  const limit = await findRefundConfirmationLimit(accountId);
  return limit !== null && amounts.refunded + amounts.refundReserved + amount > limit;
}

async function wasProcessed(
  { accountId, environment }: Key,
  { operation, externalId }: ManualOperationRequest,
): Promise<boolean> {
  return (
    (await prisma.idempotencyKey.count({
      where: { accountId, environment, family: operation === 'refund' ? 'refund' : 'operation', externalId },
    })) > 0
  );
}

const manualReplies = {
  done: 'asked',
  outcome_unknown: 'asked',
  request_in_progress: 'asked',
  invalid_state: 'not_possible',
  amount_exceeds_remaining: 'amount_exceeds_remaining',
  external_id_conflict: 'form_used',
  acquirer_not_configured: 'acquirer_not_configured',
  not_found: 'not_found',
} as const satisfies Record<OperationReply['kind'], ManualOperationReply>;

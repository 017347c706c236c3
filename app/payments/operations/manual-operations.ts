import { getConnection } from '~/payments/connections/connections';
import { recordAudit } from '~/audit/audit';
import { findSecondFactor } from '~/identity/second-factor/second-factor';
import { isConfirmedBySecondFactor } from '~/identity/second-factor/step-up-confirmations';
import type { Confirmation } from '~/identity/sessions/session-store';
import { databaseNow, prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { isId } from '~/platform/ids';
import { captureOrVoid } from './capture-void';
import { getAvailability, type ManualOperation } from './available-operations';
import { checkRefundLimits, RefundLimitError } from './manual-refund-limits';
import { createRefund } from './refunds';
import type { HoldOperationReply } from '~/payments/replies';
import { findTransactionWithHoldState } from '~/payments/transactions/transaction-rows';
import { amountsOf } from '~/payments/transactions/transaction-object';

export type { ExceededRefundLimit } from './manual-refund-limits';

type Key = { accountId: string; environment: Environment; id: string };

/**
 * `externalId`: the form's ID, so that a form submitted twice is a repeated request. Amount in minor units.
 */
type ManualOperationRequest = {
  operation: ManualOperation;
  amount: number;
  reason?: string;
  externalId: string;
  seenVersion: number;
};

/**
 * `requested`: the request was sent, and the operation with that external_id has the outcome. All other results
 * had no effect.
 */
export type ManualOperationReply =
  | 'requested'
  | 'payment_changed'
  | 'second_factor_missing'
  | 'second_factor_needed'
  | 'refund_limit_exceeded'
  | 'invalid_state'
  | 'amount_exceeds_remaining'
  | 'partial_void_not_supported'
  | 'duplicate_submission'
  | 'account_suspended'
  | 'acquirer_not_configured'
  | 'not_found';

/** A payment for a manual operation. Null for any other ID. */
export async function findManualOperationTarget({ accountId, environment, id }: Key) {
  if (!isId('trx', id)) return null;
  // The clock is read first: everything written after it counts as new.
  const [seenAt, account] = await Promise.all([
    databaseNow(prisma),
    prisma.account.findUniqueOrThrow({ where: { id: accountId }, select: { status: true } }),
  ]);
  const [row] = await findTransactionWithHoldState({ accountId, environment, id });
  if (row?.type !== 'PAYMENT') return null;
  const capabilities = (await getConnection(row.connection_id))?.acquirer.capabilities ?? null;
  const payment = {
    status: row.status,
    amounts: amountsOf(row),
    holdExpired: row.hold_expired,
    suspended: account.status !== 'active',
    multipleCaptures: capabilities?.multipleCaptures ?? true,
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
    capabilities,
    availability: (operation: ManualOperation) => getAvailability(operation, payment),
  };
}

export type ManualOperationTarget = NonNullable<Awaited<ReturnType<typeof findManualOperationTarget>>>;

/**
 * Captures, voids, or refunds for a person, in the same three phases as through the API, but only if the
 * payment is unchanged since the person saw it. When two people refund at the same time, the second is
 * notified, even if both amounts would fit. `confirmation`: the person's last step-up confirmation, which
 * refunds above the account's limit require.
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
  const refusal = target.suspended
    ? 'account_suspended'
    : (await isSecondFactorMissing({ environment, userId })) && 'second_factor_missing';
  // A form that took effect before isn't reported as without effect.
  if (refusal) return (await wasProcessed(key, requested)) ? 'requested' : refusal;
  const operator = `portal:${userId}` as const;
  const confirmed = confirmation !== undefined && isConfirmedBySecondFactor(confirmation);
  const [actor, manualRequest] = [
    { accountId, environment, operator },
    { actor: operator, seenVersion, confirmed, reason, address },
  ];
  const request = { transactionId, externalId, amount, reason };
  const reply = await (
    operation === 'refund'
      ? createRefund(actor, request, manualRequest)
      : captureOrVoid(actor, { ...request, operation }, manualRequest)
  ).catch(async (error: unknown) => {
    if (!(error instanceof RefundLimitError)) throw error;
    // The refund was rolled back together with its audit entry.
    if (error.reply === 'refund_limit_exceeded')
      await recordAudit(prisma, {
        actor: operator,
        action: 'refund_limit_exceeded',
        accountId,
        subject: transactionId,
        details: { amount, currency: target.currency },
        address,
      });
    return error.reply;
  });
  if (typeof reply === 'string') return reply;
  // Either the form was submitted twice, or another operation reserves the amount.
  const inProgress = reply.kind === 'request_in_progress' && (await wasProcessed(key, requested));
  if (inProgress) return 'requested';
  const rejected =
    reply.kind === 'invalid_state' ||
    reply.kind === 'amount_exceeds_remaining' ||
    reply.kind === 'request_in_progress';
  // Versions only grow: if the current one is the one that was seen, the version wasn't the reason.
  if (rejected && (await findManualOperationTarget(key))!.version !== seenVersion) return 'payment_changed';
  return manualReplies[reply.kind];
}

/** Whether a person must set up a second factor before they can move live money. */
export async function isSecondFactorMissing({
  environment,
  userId,
}: {
  environment: Environment;
  userId: string;
}): Promise<boolean> {
  return environment === 'live' && !(await findSecondFactor(userId));
}

/** What the account's limits require of a person's live refund. Null for all other operations. */
export async function previewRefundLimits(
  { accountId, environment, id, userId }: Key & { userId: string },
  { currency }: ManualOperationTarget,
  { operation, amount }: { operation: ManualOperation; amount: number },
) {
  return environment === 'live' && operation === 'refund'
    ? checkRefundLimits({ accountId, operator: `portal:${userId}`, paymentId: id, currency, amount })
    : null;
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
  done: 'requested',
  operation_declined: 'requested',
  outcome_unknown: 'requested',
  request_in_progress: 'invalid_state',
  invalid_state: 'invalid_state',
  amount_exceeds_remaining: 'amount_exceeds_remaining',
  partial_void_not_supported: 'partial_void_not_supported',
  external_id_conflict: 'duplicate_submission',
  acquirer_not_configured: 'acquirer_not_configured',
  not_found: 'not_found',
} as const satisfies Record<HoldOperationReply['kind'], ManualOperationReply>;

import type { EventEffect } from '~/acquirers/acquirer';
import { databaseNow, prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { closeChargeback, openChargeback } from '~/payments/disputes/chargebacks';
import { findPendingReservation } from '~/payments/idempotency/reservations';
import { reverseLateApproval } from '~/payments/operations/late-approvals';
import { toRequestKind } from '~/payments/operations/follow-up-requests';
import { recordCanceledHold } from '~/payments/operations/canceled-holds';
import { failRefund } from '~/payments/operations/refund-failures';
import { recordPayout } from '~/payments/payouts/payout-import';
import {
  recordChangedChargeback,
  recordContradiction,
  recordFailedReversal,
} from '~/payments/reconciliation/contradictions';
import { recordPendingResult } from '~/payments/transactions/later-results';
import { isOwnAmount, recordOutcome } from '~/payments/transactions/outcome-recording';
import type { OperationType } from '~/payments/transactions/states';

/**
 * Applies what an acquirer's event means to our records. Applying it again changes nothing.
 * @returns false when it belongs to nothing that we know yet, or to another amount, or when another result comes first
 */
export async function applyEventEffect(connectionId: string, effect: EventEffect): Promise<boolean> {
  switch (effect.kind) {
    case 'chargeback_opened':
      return openChargeback(connectionId, effect);
    case 'chargeback_won':
    case 'chargeback_lost':
      return applyDecision(connectionId, effect);
    case 'payout':
      await recordPayout(connectionId, effect.payout);
      return true;
    case 'result':
      return applyResult(connectionId, effect);
  }
}

/** An acquirer with a ledger has no events, and reconciliation compares its chargebacks. */
async function applyDecision(
  connectionId: string,
  effect: Extract<EventEffect, { kind: 'chargeback_won' | 'chargeback_lost' }>,
): Promise<boolean> {
  if (!(await closeChargeback(connectionId, effect))) return false;
  const { reference, amountMinor: amount, currency } = effect;
  const reported = effect.kind === 'chargeback_won' ? 'won' : 'lost';
  const { id, environment, disputeStage } = await prisma.transaction.findFirstOrThrow({
    where: { connectionId, type: 'CHARGEBACK', authorizationId: reference },
    select: { id: true, environment: true, disputeStage: true },
  });
  if (disputeStage !== reported)
    await recordChangedChargeback({
      ...{ reference, recorded: disputeStage!, reported, amount, currency },
      ...{ transactionId: id, environment: environment as Environment },
    });
  return true;
}

async function applyResult(
  connectionId: string,
  { reference, outcome, operation: reported, canceledBy }: Extract<EventEffect, { kind: 'result' }>,
): Promise<boolean> {
  const operation = await prisma.operation.findFirst({
    where: { id: reference, transaction: { connectionId } },
    select: {
      ...{ type: true, status: true, amount: true, currency: true, transactionId: true },
      transaction: { select: { environment: true, type: true } },
    },
  });
  if (!operation || !isOwnAmount({ ...operation, id: reference }, outcome)) return false;
  const toContradiction = (code: string | undefined) => ({
    ...operation,
    operationId: reference,
    environment: operation.transaction.environment as Environment,
    code,
  });
  const contradict = (code: string | undefined) => recordContradiction(toContradiction(code));
  // An operation of the acquirer's own, such as an automatic capture, isn't the outcome of our request.
  if (reported !== undefined && toRequestKind(operation.type as OperationType) !== reported) {
    if (outcome.kind === 'declined') await contradict(outcome.acquirerCode);
    return true;
  }
  const [pending] = await findPendingReservation({ operationId: reference });
  if (pending) {
    if (outcome.kind === 'pending') await recordPendingResult(pending, outcome);
    else await recordOutcome(pending, outcome, await databaseNow(prisma));
    return true;
  }
  if (outcome.kind === 'approved') await reverseLateApproval(reference, outcome.acquirerReference);
  if (outcome.kind !== 'declined') return true;
  // The reversal of a late approval is a refund of the payment itself.
  if (operation.type === 'refund' && operation.transaction.type === 'PAYMENT') {
    if (operation.status === 'SUCCEEDED') await recordFailedReversal(toContradiction(outcome.acquirerCode));
    return true;
  }
  if (operation.type === 'refund')
    return failRefund(connectionId, { reference, code: outcome.code, acquirerCode: outcome.acquirerCode });
  if (operation.status !== 'SUCCEEDED') return true;
  const canceled = canceledBy
    ? await recordCanceledHold(operation.transactionId, canceledBy)
    : 'contradiction';
  if (canceled === 'contradiction') await contradict(outcome.acquirerCode);
  return canceled !== 'pending';
}

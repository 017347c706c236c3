import type { Database } from '~/platform/database/db.server';
import { createId, isId } from '~/platform/ids';
import { reserveManually, type ManualRequest } from './manual-reservations';
import { createFingerprint } from '~/payments/idempotency/request-fingerprint';
import { listUnusableConnections } from '~/payments/connections/connections';
import { requestFollowUp } from './follow-up-requests';
import { ignoreUniqueViolation } from './capture-void';
import { leaseMs, requestAndRecord } from '~/payments/transactions/outcome-recording';
import { explainRejection } from './rejections';
import type { Actor, RefundReply } from '~/payments/replies';
import { replayOrConflict } from '~/payments/idempotency/replay';
import { getStartingStatuses } from '~/payments/transactions/states';
import { reserveRefund } from './refund-statements';

/** Amount in minor units. Absent means all that can still be refunded. */
type RefundRequest = { externalId: string; transactionId: string; amount?: number; reason?: string };

/**
 * Returns captured funds as a new transaction of type REFUND (spec 4.8), in the three phases of
 * createTransaction. `manualRequest`: set if a person requests it in the portal.
 */
export async function createRefund(
  actor: Actor,
  request: RefundRequest,
  manualRequest?: ManualRequest,
): Promise<RefundReply> {
  const { accountId, environment } = actor;
  const { externalId, transactionId: parentId, amount = null, reason = null } = request;
  if (!isId('trx', parentId)) return { kind: 'not_found' };
  const requestFingerprint = createFingerprint(environment, { trx_id: parentId, amount, reason });
  const reservationInput = {
    ...actor,
    operationId: createId('op'),
    transactionId: createId('trx'),
    leaseMs,
    parentId,
    amount,
    reason,
    externalId,
    fingerprint: requestFingerprint,
  };
  const unusableConnections = await listUnusableConnections();
  const reserve = (db?: Database) =>
    reserveRefund(
      {
        ...reservationInput,
        statuses: getStartingStatuses('refund').join(),
        unusableConnections,
        seenVersion: manualRequest?.seenVersion ?? null,
      },
      db,
    );
  const reservation = await (manualRequest ? reserveManually(manualRequest, reserve) : reserve()).catch(
    ignoreUniqueViolation,
  );
  if (reservation) return requestAndRecord(reservation, (signal) => requestFollowUp(reservation, signal));
  const replay = await replayOrConflict(
    { accountId, environment, family: 'refund', externalId },
    requestFingerprint,
    requestFollowUp,
  );
  return replay ?? explainRejection(actor, { operation: 'refund', transactionId: parentId, amount });
}

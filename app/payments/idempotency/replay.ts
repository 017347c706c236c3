import { setTimeout as sleep } from 'node:timers/promises';
import type { Outcome } from '~/acquirers/acquirer';
import { requestOutcome } from '~/acquirers/outcome-request';
import { getConnection } from '~/payments/connections/connections';
import { createDatabaseClock } from '~/platform/time/clock';
import { requestLookup } from '~/payments/operations/follow-up-requests';
import { listDifferences } from './request-fingerprint';
import { leaseMs, replyWithOutcome } from '~/payments/transactions/outcome-recording';
import type { AcquirerReply } from '~/payments/replies';
import { findReservation, takeOverLease, type Reservation, type IdempotencyKey } from './reservations';
import { findTransactionRow } from '~/payments/transactions/transaction-rows';

const duplicateWaitMs = 2_000;
const duplicatePollMs = 25;

/**
 * Answers a request whose external_id may have been used before (decisions: external_id). The same content
 * gets an idempotent replay of the stored reply, and different content an idempotency conflict (409
 * external_id_conflict). If the first request is still in flight, this one waits for its reply. If the first
 * request's outcome is unknown, it queries the acquirer by our reference, and calls `resume` if the acquirer
 * has never seen the request.
 * @returns null when the external_id is free
 */
export async function replayOrConflict(
  key: IdempotencyKey,
  fingerprint: string,
  resume: (takenOver: Reservation, signal: AbortSignal) => Promise<Outcome>,
): Promise<AcquirerReply | null> {
  for (const start = performance.now(); ; await sleep(duplicatePollMs)) {
    const [reservation] = await findReservation(key);
    if (!reservation) return null;
    const differing = listDifferences(reservation.fingerprint, fingerprint);
    if (differing.length) {
      const row = await findTransactionRow({
        accountId: key.accountId,
        environment: key.environment,
        id: reservation.resource_id,
      });
      return {
        kind: 'external_id_conflict',
        resourceId: reservation.resource_id,
        status: row?.status,
        differing,
      };
    }
    if (reservation.response_body !== null)
      return { kind: 'done', body: reservation.response_body, replayed: true };
    if (!reservation.in_flight) {
      const [takenOver] = await takeOverLease({ operationId: reservation.operation_id!, leaseMs });
      if (takenOver) return inquire(takenOver, resume);
    }
    if (performance.now() - start > duplicateWaitMs)
      return { kind: 'request_in_progress', retryAfterSeconds: Math.ceil(leaseMs / 1000) };
  }
}

async function inquire(
  reservation: Reservation,
  resume: (reservation: Reservation, signal: AbortSignal) => Promise<Outcome>,
): Promise<AcquirerReply> {
  const clock = createDatabaseClock(reservation.database_now);
  if (!(await getConnection(reservation.connection_id))) return { kind: 'acquirer_not_configured' };
  const known = await requestOutcome(reservation.operation_id, (signal) =>
    requestLookup(reservation, signal),
  );
  const outcome =
    known.kind === 'not_found'
      ? await requestOutcome(reservation.operation_id, (signal) => resume(reservation, signal))
      : known;
  return replyWithOutcome(reservation, outcome, { recordedAt: clock(), replayed: true });
}

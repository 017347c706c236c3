import type { Acquirer, Outcome } from '~/acquirers/acquirer';
import { requestOutcome } from '~/acquirers/outcome-request';
import { recordAudit, type AuditActor } from '~/audit/audit';
import { createDatabaseClock } from '~/platform/time/clock';
import { isEmbedded, prisma } from '~/platform/database/db.server';
import { log } from '~/platform/observability/log';
import { defineStatement } from '~/platform/database/statement.server';
import { getConnection } from '~/payments/connections/connections';
import { requestFollowUp, requestLookup } from './follow-up-requests';
import { preparePayment, toAuthorization } from '~/payments/transactions/prepared-payments';
import { recordPendingResult, recordRequiredAction } from '~/payments/transactions/later-results';
import { leaseMs, recordOutcome, requireOwnAmount } from '~/payments/transactions/outcome-recording';
import { findPendingReservation, type Reservation } from '~/payments/idempotency/reservations';

/**
 * Inquiries start 5 s after the missing answer and continue with these delays. After the last one, a person
 * decides (threat T20).
 */
const laterDelaysSeconds = [15, 60, 5 * 60, 15 * 60, 60 * 60, 6 * 60 * 60, 24 * 60 * 60];
/**
 * A result that the acquirer reports later can take days, and the inquiries only cover a lost report. They continue for a
 * month.
 */
const resultDelaysSeconds = [
  5 * 60,
  30 * 60,
  2 * 60 * 60,
  6 * 60 * 60,
  ...Array<number>(30).fill(24 * 60 * 60),
];
const batch = 50;
/** An authorization that the acquirer hasn't seen by then is reversed. Until then, the merchant can repeat it. */
const reverseUnseenAfterMs = 60_000;

/**
 * Leases operations whose inquiry is due and schedules their next one. After the last delay, they wait for a
 * person. Several processes never lease the same one.
 */
const takeDueInquiries = defineStatement<
  { delaysSeconds: number[]; resultDelaysSeconds: number[]; limit: number },
  { id: string; inquiries: number }
>(
  'take-due-inquiries',
  `update operations set inquiries = inquiries + 1, inquire_at = now() + (case when accepted_at is null then :delaysSeconds::int[] else :resultDelaysSeconds::int[] end)[greatest(inquiries, 1)] * interval '1 second'
  where id in (
    select id from operations where status = 'PENDING' and inquire_at <= now() order by inquire_at limit :limit::int for update skip locked)
  returning id, inquiries`,
);

/** Queries the acquirer, by our reference, about every due outcome. One that fails doesn't block the others. */
export async function resolveUnknownOutcomes(): Promise<void> {
  const due = await takeDueInquiries({
    delaysSeconds: laterDelaysSeconds,
    resultDelaysSeconds,
    limit: batch,
  });
  await Promise.all(
    due.map(({ id, inquiries }) =>
      resolveOutcome(id, inquiries).catch((error: unknown) =>
        log.error('inquiring about an outcome', error, { operationId: id }),
      ),
    ),
  );
}

/**
 * The embedded database has one process at a time, so an operation in flight at startup belongs to a process
 * that has ended.
 */
export async function releaseAbandonedReservations(): Promise<void> {
  if (isEmbedded)
    await prisma.operation.updateMany({
      where: { status: 'PENDING', inquiries: 0 },
      data: { inquireAt: new Date() },
    });
}

/**
 * After a manual inquiry past the last delay, one automatic inquiry follows a day later, because the person
 * waits for an answer.
 */
const afterLastSeconds = 24 * 60 * 60;

type InquiryRequest = { operationId: string; seen: number; actor: AuditActor };

/**
 * Queries the acquirer now, in three phases like a first request: a lease with its audit entry, the
 * request outside of any transaction, and the answer guarded by the inquiry count. `already_requested`:
 * another person or a timer inquired after the page with `seen` inquiries was rendered. `in_flight`: the
 * first request is still waiting. `unknown`: the acquirer doesn't know either.
 */
export async function requestInquiry({
  operationId,
  seen,
  actor,
}: InquiryRequest): Promise<'known' | 'unknown' | 'already_requested' | 'in_flight' | 'not_found'> {
  const inquiry = await prisma.$transaction(async (db) => {
    const [pending] = await db.$queryRaw<
      {
        inquiries: number;
        status: string;
        requestInFlight: boolean;
        inquiryInFlight: boolean;
        transactionId: string;
        accountId: string;
      }[]
    >`
      select o.inquiries, o.status, o.inquiries = 0 and o.inquire_at > now() as "requestInFlight",
        coalesce(o.inquiries > 1 and o.inquire_at - coalesce((case when o.accepted_at is null then ${laterDelaysSeconds}::int[] else ${resultDelaysSeconds}::int[] end)[o.inquiries - 1], ${afterLastSeconds}::int) * interval '1 second' > now() - ${leaseMs}::int * interval '1 millisecond', false) as "inquiryInFlight",
        o.transaction_id as "transactionId", t.account_id as "accountId"
      from operations o join transactions t on t.id = o.transaction_id where o.id = ${operationId} for update of o`;
    if (!pending) return 'not_found';
    if (pending.status !== 'PENDING') return 'known';
    if (pending.requestInFlight) return 'in_flight';
    if (pending.inquiries !== seen || pending.inquiryInFlight) return 'already_requested';
    await db.$executeRaw`update operations set inquiries = inquiries + 1,
      inquire_at = now() + coalesce((case when accepted_at is null then ${laterDelaysSeconds}::int[] else ${resultDelaysSeconds}::int[] end)[greatest(inquiries, 1)], ${afterLastSeconds}::int) * interval '1 second' where id = ${operationId}`;
    await recordAudit(db, {
      actor,
      action: 'outcome_inquiry_requested',
      accountId: pending.accountId,
      subject: pending.transactionId,
      details: { operation: operationId, inquiries: seen + 1 },
    });
    return pending.inquiries + 1;
  });
  if (typeof inquiry === 'string') return inquiry;
  return (await resolveOutcome(operationId, inquiry)) ? 'known' : 'unknown';
}

/**
 * Queries the acquirer about an outcome.
 * @param inquiries how many inquiries there were, including this one
 * @returns whether it is known now
 */
export async function resolveOutcome(operationId: string, inquiries: number): Promise<boolean> {
  const [reservation] = await findPendingReservation({ operationId });
  const connection = reservation && (await getConnection(reservation.connection_id));
  if (!reservation || !connection) return false;
  const { acquirer } = connection;
  const clock = createDatabaseClock(reservation.database_now);
  const known = await requestOutcome(operationId, (signal) => requestLookup(reservation, signal));
  const answer =
    known.kind === 'not_found'
      ? await completeUnseenRequest(acquirer, reservation, clock())
      : known.kind === 'unknown' && isUnreported(acquirer, reservation, clock())
        ? await requestOutcome(operationId, (signal) =>
            acquirer.reverse(
              {
                ...toAuthorization(reservation),
                ...(reservation.authentication && { returned: true as const }),
                requestedAt: reservation.created_at,
              },
              signal,
            ),
          )
        : known;
  const outcome = requireOwnAmount(reservation, answer);
  if (outcome.kind === 'pending') {
    await recordPendingResult(reservation, outcome);
    return false;
  }
  if (outcome.kind === 'action_required')
    return completeAbandonedAction(acquirer, reservation, outcome, clock());
  if (outcome.kind === 'unknown') {
    const fields = { operationId, transactionId: reservation.id, attempt: inquiries };
    if (inquiries <= laterDelaysSeconds.length + 1) log.warn('outcome still unknown', fields);
    else
      log.error(
        'outcome unknown, and no more inquiries',
        new Error('a person has to ask the acquirer'),
        fields,
      );
    return false;
  }
  await recordOutcome(reservation, outcome, clock());
  return true;
}

/** Whether an acquirer that can't be queried should have reported an authorization by now. */
function isUnreported(
  { reverseUnreportedAfterMs: afterMs }: Acquirer,
  { operation_id: reference, authorization_id, created_at, authentication }: Reservation,
  now: Date,
): boolean {
  if (reference !== authorization_id || afterMs === undefined) return false;
  // With 3-D Secure, the payer's time has to be over first.
  const since = authentication?.status === 'required' ? Date.parse(authentication.expires_at) : created_at;
  return now.getTime() - Number(since) >= afterMs;
}

/**
 * The payer may still be at their bank. After the time for it, the payment is reversed, unless the bank has decided by
 * then.
 */
async function completeAbandonedAction(
  acquirer: Acquirer,
  reservation: Reservation,
  outcome: Extract<Outcome, { kind: 'action_required' }>,
  now: Date,
): Promise<boolean> {
  const { authentication, operation_id: reference, payment_reference } = reservation;
  const isExpired =
    authentication?.status === 'required' && Date.parse(authentication.expires_at) <= now.getTime();
  if (!isExpired) {
    await recordRequiredAction(reservation, outcome);
    return false;
  }
  const payment = payment_reference ?? outcome.acquirerReference;
  const answer = await requestOutcome(reference, (signal) =>
    acquirer.reverse(
      { ...toAuthorization(reservation), ...(acquirer.prepare && { payment }), abandoned: true },
      signal,
    ),
  );
  const ended = requireOwnAmount(reservation, answer);
  if (ended.kind !== 'approved' && ended.kind !== 'declined') return false;
  await recordOutcome(reservation, ended, now);
  return true;
}

/**
 * The acquirer has never seen it. A follow-up is requested again. An authorization can't be, because the card
 * isn't stored. It may still arrive, so it is declined only once the acquirer has reversed it. A payment that wasn't
 * prepared yet is prepared for that, because the first request may still do so, too.
 */
function completeUnseenRequest(
  acquirer: Acquirer,
  reservation: Reservation,
  now: Date,
): Promise<Outcome> | Outcome {
  const { operation_id: reference, created_at } = reservation;
  if (reference !== reservation.authorization_id)
    return requestOutcome(reference, (signal) => requestFollowUp(reservation, signal));
  if (now.getTime() - created_at.getTime() < reverseUnseenAfterMs) return { kind: 'unknown' };
  return requestOutcome(reference, async (signal) => {
    const prepared = await preparePayment(acquirer, reservation, signal);
    return prepared.kind === 'prepared'
      ? acquirer.reverse({ ...toAuthorization(reservation), payment: prepared.payment }, signal)
      : { kind: 'unknown' };
  });
}

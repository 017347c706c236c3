// The statements on the payment path. Each phase is one statement, so that it's atomic and takes one round
// trip (docs/decisions/0005). Statements that create intents or run in timers are next to their functions.
// Other reads use Prisma.
import type { Environment } from '~/platform/environment';
import type { Json } from '~/platform/json';
import { defineStatement } from '~/platform/database/statement.server';
import type { OperationType } from '~/payments/transactions/states';
import {
  transactionColumns,
  type TransactionObject,
  type TransactionRow,
} from '~/payments/transactions/transaction-object';

export type KeyFamily =
  'transaction' | 'operation' | 'refund' | 'payment_intent' | 'card_intent' | 'payment_link';

/**
 * A row from the reserve phase, with the database's clock at that moment. `hold_days`: for an authorization,
 * the account's hold duration. `three_d_secure`: for the first operation of a payment, the account's setting.
 * `payment_reference` and `acquirer_reference`: the acquirer's own references of the payment and of this operation, once we
 * know them.
 */
export type Reservation = TransactionRow & {
  operation_id: string;
  operation_type: Exclude<OperationType, 'settle' | 'chargeback' | 'dispute_won' | 'dispute_lost'>;
  operation_amount: number;
  payment_reference: string | null;
  acquirer_reference: string | null;
  inquiries: number;
  requested_at: Date;
  hold_days: number | null;
  three_d_secure: 'automatic' | 'always' | 'never' | null;
  database_now: Date;
};

/** The scope in which an external_id is unique (decisions: external_id). */
export type IdempotencyKey = {
  accountId: string;
  environment: Environment;
  family: KeyFamily;
  externalId: string;
};

export type ReservationInput = {
  accountId: string;
  environment: string;
  operationId: string;
  operator: string;
  leaseMs: number;
};
export type KeyedReservationInput = ReservationInput & { externalId: string; fingerprint: string };
/** How many reservations of one kind may wait for the database. Others are rejected, to be repeated. */
export const maximumReservationsWaiting = 1_000;
/** What a capture, void, or refund requires of its payment. Both are separated by commas. */
export type PaymentCondition = { statuses: string; unusableConnections: string };
/** The version of the payment that the person saw. Null for requests without a person. */
export type SeenVersion = { seenVersion: number | null };

// A request that waits for the acquirer holds a lease on its operation. After the lease, others may inquire
// about the outcome.
export const leaseEnd = `now() + :leaseMs::int * interval '1 millisecond'`;
// The statement may have waited for a lock.
export const batchedLeaseEnd = `clock_timestamp() + lease_ms * interval '1 millisecond'`;
// The account's current setting. Only an authorization starts a hold.
const holdDays = `(select coalesce((a.brand_hold_days ->> trx.card_brand)::int, a.hold_days) from accounts a where op.type = 'authorize' and a.id = trx.account_id)`;
const threeDSecure = `(select a.three_d_secure from accounts a where op.id = trx.authorization_id and a.id = trx.account_id)`;
const paymentReference = `select a.acquirer_reference from operations a where a.id = trx.authorization_id`;
const commonColumns = `${transactionColumns('trx')}, op.id as operation_id, op.type as operation_type, op.amount as operation_amount, op.inquiries as inquiries, ${holdDays} as hold_days, ${threeDSecure} as three_d_secure, now()::timestamptz(3) as database_now`;
// A new authorization has no references yet, and a new follow-up has that of its payment.
export const reservationColumns = `${commonColumns}, (${paymentReference} and op.id <> trx.authorization_id) as payment_reference, null::text as acquirer_reference, now()::timestamptz(3) as requested_at`;
const pendingColumns = `${commonColumns}, (${paymentReference}) as payment_reference, op.acquirer_reference, op.created_at as requested_at`;

export const reservationInputColumns = {
  accountId: 'text',
  environment: 'text',
  operationId: 'text',
  operator: 'text',
  leaseMs: 'integer',
} as const satisfies Record<keyof ReservationInput, string>;

/** What a capture, void or refund is reserved with. */
export const followUpColumns = {
  ...reservationInputColumns,
  externalId: 'text',
  fingerprint: 'text',
  statuses: 'text',
  unusableConnections: 'text',
  reason: 'text',
  seenVersion: 'integer',
} as const;

/**
 * Whether a request applies to a payment: the merchant's own, in a status that allows it, with a connection that can be
 * used, and in the version that a person saw. Its columns are compared so that only the primary key finds it, as in
 * `merchantCondition`.
 */
export const followUpCondition = `
  t.account_id is not distinct from input.account_id and t.environment is not distinct from input.environment
  and t.type is not distinct from 'PAYMENT' and t.status = any(string_to_array(input.statuses, ','))
  and t.connection_id <> all (string_to_array(input.unusable_connections, ','))
  and (input.seen_version is null or t.version = input.seen_version)`;

/** The lock of an external_id, so that its second request finds the first one's. */
export const lockExternalId = ({ accountId, environment, externalId }: KeyedReservationInput) =>
  `${accountId} ${environment} ${externalId}`;

export const isNewExternalId = (family: KeyFamily) => `
  not exists (
    select from idempotency_keys k where k.account_id = input.account_id and k.environment = input.environment and k.family = '${family}'
      and k.external_id = input.external_id)`;

/** The reservation of an external_id and its result. */
export const findReservation = defineStatement<
  IdempotencyKey,
  {
    fingerprint: string;
    resource_id: string;
    operation_id: string | null;
    response_body: Json<TransactionObject> | null;
    in_flight: boolean;
  }
>(
  'find-reservation',
  `select k.fingerprint, k.resource_id, k.operation_id, o.response_body,
    coalesce(o.inquiries = 0 and o.inquire_at > now(), false) as in_flight
  from idempotency_keys k left join operations o on o.id = k.operation_id
  where k.account_id = :accountId and k.environment = :environment and k.family = :family and k.external_id = :externalId`,
);

/** An operation with an unknown outcome, as the reserve phase returned it. */
export const findPendingReservation = defineStatement<{ operationId: string }, Reservation>(
  'find-pending',
  `select ${pendingColumns} from operations op join transactions trx on trx.id = op.transaction_id where op.id = :operationId and op.status = 'PENDING'`,
);

/**
 * Leases an operation with an unknown outcome, to inquire about it like a first request. Others wait until
 * the lease ends. No row: the outcome is known, or another request holds the lease.
 */
export const takeOverLease = defineStatement<{ operationId: string; leaseMs: number }, Reservation>(
  'take-over-lease',
  `with op as (
    update operations set inquiries = 0, inquire_at = ${leaseEnd}
    where id = :operationId and status = 'PENDING' and (inquiries > 0 or inquire_at <= now())
    returning *
  )
  select ${pendingColumns} from op join transactions trx on trx.id = op.transaction_id`,
);

/**
 * Stores the acquirer's reference of a prepared payment. No row: the outcome is known, so the payment must not be
 * authorized anymore.
 */
export const storePreparedReference = defineStatement<
  { operationId: string; acquirerReference: string },
  { id: string }
>(
  'store-prepared-reference',
  `update operations set acquirer_reference = :acquirerReference where id = :operationId and status = 'PENDING' returning id`,
);

/** The acquirer accepted the request and reports its result later. Inquiries cover a lost report. */
export const markAccepted = defineStatement<
  { operationId: string; acquirerReference: string; delaySeconds: number },
  never
>(
  'mark-accepted',
  `update operations set acquirer_reference = :acquirerReference, accepted_at = coalesce(accepted_at, now()),
    inquiries = case when accepted_at is null then 1 else greatest(inquiries, 1) end,
    inquire_at = case when accepted_at is null or inquiries = 0 then now() + :delaySeconds::int * interval '1 second' else inquire_at end
  where id = :operationId and status = 'PENDING'`,
);

// A repeated request gets the first answer again, and the payer may return in the meantime. After a new URL, the payer has
// to return once more.
const returnToSameUrl = `jsonb_strip_nulls(jsonb_build_object('result',
    case when t.authentication ->> 'url' = :authentication::jsonb ->> 'url' then t.authentication -> 'result' end))`;
const nextAuthentication = `case when t.authentication ? 'abandoned' then t.authentication
      else :authentication::jsonb || ${returnToSameUrl} end`;

/**
 * The payer has to authenticate first. Inquiries start soon, because the payer may not come back. No row: the outcome is
 * known.
 */
export const markActionRequired = defineStatement<
  { operationId: string; acquirerReference: string; authentication: string; delaySeconds: number },
  TransactionRow
>(
  'mark-action-required',
  `with op as (
    update operations set acquirer_reference = :acquirerReference, accepted_at = coalesce(accepted_at, now()),
      inquiries = 1, inquire_at = now() + :delaySeconds::int * interval '1 second'
    where id = :operationId and status = 'PENDING'
    returning transaction_id
  )
  update transactions t set authentication = ${nextAuthentication}, version = version + 1,
    updated_at = case when t.authentication = ${nextAuthentication} then t.updated_at else now() end
  from op where t.id = op.transaction_id and t.status = 'PENDING'
  returning ${transactionColumns('t')}`,
);

/** The acquirer gave no outcome, so inquiries may start. */
export const markUnknown = defineStatement<{ operationId: string; delaySeconds: number }, never>(
  'mark-unknown',
  `update operations set inquiries = 1, inquire_at = now() + :delaySeconds::int * interval '1 second'
  where id = :operationId and status = 'PENDING' and inquiries = 0`,
);

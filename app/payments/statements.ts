// The statements on the way of a payment. Each beat is one of them, so that it happens wholly or not at all, in one
// round trip (docs/decisions/0005). What creates an intent, and what timers do, stands beside its noun. Everything that
// can be read at leisure goes through Prisma instead.
import type { Environment } from '~/platform/environment';
import { ofMerchant, statement } from '~/platform/statement.server';
import { transactionColumns, type TransactionRow } from './transaction-object';

export type Family = 'transaction' | 'operation' | 'refund' | 'payment_intent' | 'card_intent';

/** A row from beat one, with the database's clock at that moment. `hold_days`: of an authorization, how long the account wants its holds. */
export type Claimed = TransactionRow & { operation_id: string; operation_type: Exclude<OperationType, 'expire' | 'settle' | 'chargeback'>; claimed_amount: number; inquiries: number; hold_days: number | null; database_now: Date };

/** Spec 2.2, and `chargeback`, which it has no name for. */
export type OperationType = 'authorize' | 'authcap' | 'partial_capture' | 'capture' | 'void' | 'refund' | 'expire' | 'settle' | 'chargeback';

/** Where an external_id is unique (decisions: external_id). */
export type IdempotencyKey = { accountId: string; environment: Environment; family: Family; externalId: string };

type Claim = { accountId: string; environment: string; operationId: string; operator: string; leaseMs: number };
type KeyedClaim = Claim & { externalId: string; fingerprint: string };
/** The payment's version that a person has seen who asks for this; null asks for no one to have seen it. */
type Seen = { seenVersion: number | null };
type PaymentValues = {
  transactionId: string;
  type: 'authorize' | 'authcap';
  amount: number;
  currency: string;
  orderId: string | null;
  order: string;
  acquirer: string;
  cardBrand: string;
  cardBin: string;
  cardLastFour: string;
  cardExpiry: string;
  cardTokenId: string | null;
};

// A request that waits for the acquirer holds a lease on its operation; after it, others may ask for the outcome.
const lease = `now() + :leaseMs::int * interval '1 millisecond'`;
// Somebody who decided on what stands on a page decided nothing about what came after.
const asSeen = '(:seenVersion::int is null or version = :seenVersion)';
// As the account is set now; of an authorization only, nothing else begins a hold.
const holdDays = `(select coalesce((a.brand_hold_days ->> trx.card_brand)::int, a.hold_days) from accounts a where op.type = 'authorize' and a.id = trx.account_id)`;
const claimed = `${transactionColumns('trx')}, op.id as operation_id, op.type as operation_type, op.amount as claimed_amount, op.inquiries as inquiries, ${holdDays} as hold_days, now()::timestamptz(3) as database_now`;

const insertPayment = (intentId: string) => `
  trx as (
    insert into transactions (id, account_id, environment, type, status, order_id, order_amount, order_currency, external_id,
      intent_id, authorization_id, "order", acquirer, card_brand, card_bin, card_last_four, card_expiry, card_token_id)
    select :transactionId, :accountId, :environment, 'PAYMENT', 'PENDING', :orderId, :amount, :currency, claimed.external_id,
      ${intentId}, :operationId, :order::jsonb, :acquirer, :cardBrand, :cardBin, :cardLastFour, :cardExpiry, :cardTokenId
    from claimed
    returning *
  ), op as (
    insert into operations (id, transaction_id, type, amount, currency, external_id, operator, inquire_at)
    select :operationId, id, :type, order_amount, order_currency, external_id, :operator, ${lease} from trx
    returning id, type, amount, inquiries
  )
  select ${claimed} from trx, op`;

/** Beat one of POST /transactions. No row: the external_id is taken. */
export const claimPayment = statement<KeyedClaim & PaymentValues, Claimed>(
  'claim-payment',
  `with claimed as (
    insert into idempotency_keys (account_id, environment, family, external_id, fingerprint, resource_id, operation_id)
    values (:accountId, :environment, 'transaction', :externalId, :fingerprint, :transactionId, :operationId)
    on conflict do nothing
    returning external_id
  ), ${insertPayment('null')}`,
);

/** Beat one of a payment on the hosted page. No row: the intent is not open, or this form of it was sent before. */
export const claimIntentPayment = statement<Claim & PaymentValues & { intentId: string; formId: string; language: string }, Claimed>(
  'claim-intent-payment',
  `with claimed as (
    update payment_intents set state = 'PAYING', attempts = attempts + 1, forms = array_prepend(:formId::text, forms), transaction_id = :transactionId, language = :language
    where id = :intentId and ${ofMerchant}
      and state = 'OPEN' and not (:formId::text = any(forms)) and expires_at > now()
    returning id, external_id
  ), ${insertPayment('claimed.id')}`,
);

/**
 * Beat one of capture and void: reserves the amount, or all that remains when none is given. No row: it cannot be done
 * as things are. A unique violation: the external_id was taken a moment ago.
 */
export const claimHold = statement<
  KeyedClaim & Seen & { transactionId: string; type: 'capture' | 'void'; amount: number | null; statuses: string[]; reason: string | null },
  Claimed
>(
  'claim-hold',
  `with target as (
    select id, coalesce(:amount::int, amount_authorized - amount_captured - amount_voided - amount_expired - hold_reserved) as amount
    from transactions
    where id = :transactionId and ${ofMerchant} and type = 'PAYMENT' and status = any(:statuses::text[])
      and amount_authorized - amount_captured - amount_voided - amount_expired - hold_reserved >= greatest(1, coalesce(:amount::int, 1))
      and capture_before > now() and ${asSeen}
      and not exists (
        select from idempotency_keys where account_id = :accountId and environment = :environment and family = 'operation'
          and external_id = :externalId)
    for update
  ), trx as (
    update transactions t set hold_reserved = hold_reserved + target.amount, version = version + 1
    from target where t.id = target.id
    returning t.*
  ), claimed as (
    insert into idempotency_keys (account_id, environment, family, external_id, fingerprint, resource_id, operation_id)
    select account_id, environment, 'operation', :externalId, :fingerprint, id, :operationId from trx
  ), op as (
    insert into operations (id, transaction_id, type, amount, currency, external_id, reason, operator, inquire_at)
    select :operationId, trx.id,
      case when :type::text = 'capture' and target.amount < trx.amount_authorized then 'partial_capture' else :type::text end,
      target.amount, order_currency, :externalId, :reason, :operator, ${lease}
    from trx, target
    returning id, type, amount, inquiries
  )
  select ${claimed} from trx, op`,
);

/** Beat one of a refund: locks its share of what was captured and creates the REFUND transaction. */
export const claimRefund = statement<
  KeyedClaim & Seen & { transactionId: string; parentId: string; amount: number; statuses: string[]; reason: string | null },
  Claimed
>(
  'claim-refund',
  `with parent as (
    update transactions set refund_reserved = refund_reserved + :amount, version = version + 1
    where id = :parentId and ${ofMerchant} and type = 'PAYMENT' and status = any(:statuses::text[])
      and amount_captured - amount_refunded - refund_reserved - chargeback_open - amount_charged_back >= :amount and ${asSeen}
      and not exists (
        select from idempotency_keys where account_id = :accountId and environment = :environment and family = 'refund'
          and external_id = :externalId)
    returning *
  ), claimed as (
    insert into idempotency_keys (account_id, environment, family, external_id, fingerprint, resource_id, operation_id)
    select account_id, environment, 'refund', :externalId, :fingerprint, :transactionId, :operationId from parent
  ), trx as (
    insert into transactions (id, account_id, environment, type, status, order_id, order_amount, order_currency, external_id,
      parent_id, authorization_id, acquirer, card_brand, card_bin, card_last_four, card_expiry)
    select :transactionId, account_id, environment, 'REFUND', 'PENDING', order_id, :amount, order_currency, :externalId,
      id, authorization_id, acquirer, card_brand, card_bin, card_last_four, card_expiry
    from parent
    returning *
  ), op as (
    insert into operations (id, transaction_id, type, amount, currency, external_id, reason, operator, inquire_at)
    select :operationId, id, 'refund', order_amount, order_currency, :externalId, :reason, :operator, ${lease} from trx
    returning id, type, amount, inquiries
  )
  select ${claimed} from trx, op`,
);

type Answer = {
  operationId: string;
  operationStatus: 'SUCCEEDED' | 'FAILED';
  acquirerReference: string | null;
  declineCode: string | null;
  recordedAt: Date;
  turn: number | null;
};
/** The reply, which is kept with the operation and told as an event; a null `eventType` tells nothing. */
type Told = { responseBody: string; eventId: string; eventType: string | null };

// Locked first, so that of all who would record an outcome one does. `turn` is the inquiry an answer belongs to, where it
// is only true as long as nobody has asked the acquirer for more since.
const pending = `
  pending as (
    select id from operations where id = :operationId and status = 'PENDING' and (:turn::int is null or inquiries = :turn) for update
  )`;

const answerOperation = `
  op as (
    update operations set status = :operationStatus, reason = coalesce(:declineCode, reason), acquirer_reference = :acquirerReference,
      decline_code = :declineCode, completed_at = :recordedAt, inquire_at = null, response_body = :responseBody
    from trx where operations.id = :operationId
    returning operations.*
  ), told as (
    insert into webhook_events (id, account_id, environment, type, transaction_id, payload)
    select :eventId, account_id, environment, :eventType, id, (:responseBody::text)::jsonb from trx where :eventType::text is not null
  )`;

/**
 * Beat three of authorize, capture and void: the row as computed from its version `version`, the operation, the stored
 * reply, the event and the intent's state. No row: it was recorded before, or the transaction has moved on since.
 */
export const recordPayment = statement<
  Answer &
    Told & {
      transactionId: string;
      version: number;
      status: string;
      authorized: number;
      captured: number;
      voided: number;
      holdReserved: number;
      captureBefore: Date | null;
      paymentDeclineCode: string | null;
      intentState: 'OPEN' | 'PAID' | null;
      maximumDeclines: number;
    },
  { id: string }
>(
  'record-payment',
  `with ${pending}, trx as (
    update transactions set status = :status, amount_authorized = :authorized, amount_captured = :captured, amount_voided = :voided,
      hold_reserved = :holdReserved, capture_before = :captureBefore, decline_code = :paymentDeclineCode, updated_at = :recordedAt,
      version = version + 1
    from pending where transactions.id = :transactionId and version = :version
    returning transactions.*
  ), ${answerOperation}, intent as (
    update payment_intents i set state = case when :intentState::text = 'OPEN' and attempts >= :maximumDeclines::int then 'BLOCKED' else :intentState::text end
    from trx where i.id = trx.intent_id and i.state = 'PAYING' and :intentState::text is not null
  )
  select id from trx`,
);

/** Beat three of a refund: the REFUND transaction, the payment it came from with an operation of its own, reply, event. */
export const recordRefund = statement<
  Answer & Told & { transactionId: string; version: number; status: string; refunded: number; parentOperationId: string },
  { id: string }
>(
  'record-refund',
  `with ${pending}, trx as (
    update transactions set status = :status, amount_refunded = :refunded, decline_code = :declineCode, updated_at = :recordedAt, version = version + 1
    from pending where transactions.id = :transactionId and version = :version
    returning transactions.*
  ), parent as (
    update transactions p set refund_reserved = p.refund_reserved - trx.order_amount, amount_refunded = p.amount_refunded + :refunded::int,
      updated_at = :recordedAt, version = p.version + 1
    from trx where p.id = trx.parent_id
  ), ${answerOperation}, trail as (
    insert into operations (id, transaction_id, type, status, amount, currency, external_id, reason, operator, acquirer_reference, decline_code, completed_at)
    select :parentOperationId, trx.parent_id, 'refund', op.status, op.amount, op.currency, op.external_id, op.reason, op.operator,
      op.acquirer_reference, op.decline_code, op.completed_at
    from trx, op
  )
  select id from trx`,
);

/** One transaction of a merchant. */
export const findTransactionRow = statement<{ accountId: string; environment: string; id: string }, TransactionRow>(
  'find-transaction',
  `select ${transactionColumns('transactions')} from transactions where id = :id and ${ofMerchant}`,
);

/** One transaction of a merchant, and whether the time of its hold is over. */
export const findRefused = statement<{ accountId: string; environment: string; id: string }, TransactionRow & { lapsed: boolean }>(
  'find-refused',
  `select ${transactionColumns('transactions')}, coalesce(capture_before <= now(), false) as lapsed from transactions
  where id = :id and ${ofMerchant}`,
);

/** The newest of a merchant's transactions with an external_id, or payments of an order_id, and how many there are. */
export const findNewestTransactionRow = statement<
  { accountId: string; environment: string; externalId: string | null; orderId: string | null },
  TransactionRow & { matches: number }
>(
  'find-newest-transaction',
  `select ${transactionColumns('transactions')}, (count(*) over ())::int as matches from transactions
  where account_id = :accountId and environment = :environment
    and (:externalId::text is null or external_id = :externalId)
    and (:orderId::text is null or (order_id = :orderId and type = 'PAYMENT'))
  order by id desc limit 1`,
);

/** Whose external_id this is, and what became of it. */
export const findClaim = statement<
  IdempotencyKey,
  { fingerprint: string; resource_id: string; operation_id: string | null; response_body: string | null; in_flight: boolean }
>(
  'find-claim',
  `select k.fingerprint, k.resource_id, k.operation_id, o.response_body,
    coalesce(o.inquiries = 0 and o.inquire_at > now(), false) as in_flight
  from idempotency_keys k left join operations o on o.id = k.operation_id
  where k.account_id = :accountId and k.environment = :environment and k.family = :family and k.external_id = :externalId`,
);

/** An operation whose outcome is not known, as beat one returned it. */
export const findPending = statement<{ operationId: string }, Claimed>(
  'find-pending',
  `select ${claimed} from operations op join transactions trx on trx.id = op.transaction_id where op.id = :operationId and op.status = 'PENDING'`,
);

/**
 * Takes an operation whose outcome is not known, to ask for it like a first request: until the lease is over, others wait
 * for this one. No row: it is known by now, or somebody is asking.
 */
export const retake = statement<{ operationId: string; leaseMs: number }, Claimed>(
  'retake',
  `with op as (
    update operations set inquiries = 0, inquire_at = ${lease}
    where id = :operationId and status = 'PENDING' and (inquiries > 0 or inquire_at <= now())
    returning *
  )
  select ${claimed} from op join transactions trx on trx.id = op.transaction_id`,
);

/** The acquirer gave no outcome: it may be asked for from now on. */
export const markUnknown = statement<{ operationId: string; delaySeconds: number }, never>(
  'mark-unknown',
  `update operations set inquiries = 1, inquire_at = now() + :delaySeconds::int * interval '1 second'
  where id = :operationId and status = 'PENDING' and inquiries = 0`,
);

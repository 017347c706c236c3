import type { Environment } from '~/platform/environment';
import type { Json } from '~/platform/json';
import type { TransactionStatus } from '~/payments/transactions/states';
import type {
  Decline,
  LockedByChargebacks,
  TransactionObject,
} from '~/payments/transactions/transaction-object';

/**
 * The result of a money request. `done` carries the body that is stored for idempotent replays. A declined
 * authorization or refund is `done`, because it's a transaction of its own (decisions: Errors). All other
 * kinds had no effect, except `outcome_unknown`, which may have had one.
 */
export type Reply =
  | Done<TransactionObject>
  | {
      kind: 'operation_declined';
      transactionId: string;
      operationId: string;
      decline: Decline;
      replayed: boolean;
    }
  | { kind: 'outcome_unknown'; transactionId: string }
  | { kind: 'request_in_progress'; retryAfterSeconds: number }
  | { kind: 'external_id_conflict'; resourceId: string; status?: TransactionStatus; differing: string[] }
  | { kind: 'not_found' }
  | {
      kind: 'invalid_state';
      status: TransactionStatus;
      allowed: ('capture' | 'void' | 'refund')[];
      /** More precise than the status. */
      reason?: 'is_refund' | 'is_chargeback' | 'fully_refunded' | 'nothing_held';
      locked?: LockedByChargebacks;
    }
  | { kind: 'amount_exceeds_remaining'; remaining: number; requested: number; locked?: LockedByChargebacks }
  | { kind: 'partial_void_not_supported'; remaining: number; requested: number }
  | { kind: 'host_not_listed'; addresses: ('success' | 'failure')[] }
  | { kind: 'return_host_not_listed' }
  | { kind: 'link_host_not_listed' }
  | { kind: 'link_already_expired' }
  | { kind: 'unknown_card_token' }
  | { kind: 'agreement_missing' }
  | { kind: 'card_expired' }
  | { kind: 'acquirer_not_configured' }
  | { kind: 'test_card_required' }
  | { kind: 'test_card_refused' };

export type Done<Body> = { kind: 'done'; body: Json<Body>; replayed: boolean };

type ReplyOf<Kind extends Reply['kind']> = Extract<Reply, { kind: Kind }>;

/** The result of any request that involves the acquirer. */
export type AcquirerReply = ReplyOf<
  'done' | 'outcome_unknown' | 'request_in_progress' | 'external_id_conflict' | 'acquirer_not_configured'
>;

export type PaymentReply =
  | AcquirerReply
  | ReplyOf<
      | 'unknown_card_token'
      | 'agreement_missing'
      | 'return_host_not_listed'
      | 'card_expired'
      | 'test_card_required'
      | 'test_card_refused'
    >;

/** Why a payment doesn't allow an operation. */
export type OperationRejection = ReplyOf<
  | 'not_found'
  | 'invalid_state'
  | 'amount_exceeds_remaining'
  | 'request_in_progress'
  | 'acquirer_not_configured'
>;

/** The result of a refund. */
export type RefundReply = AcquirerReply | OperationRejection;

/** The result of a capture or void. */
export type HoldOperationReply = RefundReply | ReplyOf<'operation_declined' | 'partial_void_not_supported'>;

type IntentObject = { intent_id: string; reference_id: string; valid_for: number; expires_at: string };

export type IntentReply = Done<IntentObject> | ReplyOf<'external_id_conflict' | 'host_not_listed'>;

/** The caller, from a verified token, a session, or an intent. Never from request data (threat T1). */
export type Actor = { accountId: string; environment: Environment; operator: string };

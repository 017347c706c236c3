import type { Environment } from '~/platform/environment';
import type { TransactionStatus } from './states';
import type { LockedByChargebacks } from './transaction-object';

/**
 * How a request about money ends for the one who asked. `done` carries the body that is kept for a repetition; a decline
 * is one of these, since it is an answer (decisions: Errors). Every other kind had no effect, except `outcome_unknown`,
 * of which nobody knows yet.
 */
export type Reply =
  | { kind: 'done'; body: string; replayed: boolean }
  | { kind: 'outcome_unknown'; transactionId: string }
  | { kind: 'request_in_progress'; retryAfterSeconds: number }
  | { kind: 'external_id_conflict'; resourceId: string; status?: TransactionStatus; differing: string[] }
  | { kind: 'not_found' }
  | { kind: 'invalid_state'; status: TransactionStatus; allowed: string[]; locked?: LockedByChargebacks }
  | { kind: 'amount_exceeds_remaining'; remaining: number; requested: number; locked?: LockedByChargebacks }
  | { kind: 'host_not_listed'; addresses: ('success' | 'failure')[] }
  | { kind: 'unknown_card_token' }
  | { kind: 'acquirer_not_configured' }
  | { kind: 'test_card_required' }
  | { kind: 'test_card_refused' };

/** Who acts, from a verified token, a session or an intent; never from what a request says of itself (threat T1). */
export type Actor = { accountId: string; environment: Environment; operator: string };

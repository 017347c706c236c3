import type { Outcome } from '~/acquirers/acquirer';
import { toJson, type Json } from '~/platform/json';
import { markAccepted, markActionRequired, type Reservation } from '~/payments/idempotency/reservations';
import type { OutcomeRecord } from '~/payments/idempotency/recorded-replies';
import {
  toTransactionObject,
  type Authentication,
  type TransactionObject,
  type TransactionObjectRow,
} from './transaction-object';

/** The first inquiry about a result that the acquirer reports later. Usually its report is faster. */
const firstResultInquirySeconds = 60;

/**
 * Records that the acquirer accepted a request and reports its result later.
 * @returns the reply's body, which isn't stored: a replay gets the result once it is known
 */
export async function recordPendingResult(
  reservation: Reservation,
  { acquirerReference }: Extract<Outcome, { kind: 'pending' }>,
): Promise<Json<TransactionObject>> {
  const { operation_id: operationId } = reservation;
  await markAccepted({ operationId, acquirerReference, delaySeconds: firstResultInquirySeconds });
  return toJson(toTransactionObject({ ...reservation, last_operation: describeOperation(reservation) }));
}

/** How long a payer has to authenticate, and how often the acquirer is queried meanwhile. */
export const authenticationMinutes = 15;
export const authenticationInquirySeconds = 60;

/**
 * Records that the payer has to authenticate before the acquirer decides.
 * @returns the reply's body. Null when the outcome is known in the meantime.
 */
export async function recordRequiredAction(
  reservation: Reservation,
  { acquirerReference, url }: Extract<Outcome, { kind: 'action_required' }>,
): Promise<Json<TransactionObject> | null> {
  const { authentication: known, database_now: now, operation_id: operationId } = reservation;
  const expiresAt = new Date(now.getTime() + authenticationMinutes * 60_000).toISOString();
  const authentication: Authentication = {
    status: 'required',
    url,
    expires_at: known?.status === 'required' ? known.expires_at : expiresAt,
  };
  const [row] = await markActionRequired({
    operationId,
    acquirerReference,
    authentication: JSON.stringify(authentication),
    delaySeconds: authenticationInquirySeconds,
  });
  if (!row) return null;
  return toJson(toTransactionObject({ ...row, last_operation: describeOperation(reservation) }));
}

/** The last operation of a reply. @param result absent while the operation is pending */
export function describeOperation(
  { operation_id: id, operation_type: type, operation_amount: amount }: Reservation,
  result?: Pick<OutcomeRecord, 'operationStatus' | 'declineCode'>,
): TransactionObjectRow['last_operation'] {
  const { operationStatus: status = 'PENDING', declineCode: decline_code = null } = result ?? {};
  return { id, type, amount, status, decline_code };
}

import { createFingerprint } from '~/payments/idempotency/request-fingerprint';
import type { KeyFamily } from '~/payments/idempotency/reservations';
import type { PastOperationRow } from './past-rows';
import type { PastContext } from './past-transaction';

type Use = Pick<PastOperationRow, 'transaction_id' | 'created_at'> & { id: string | null };

/** Adds the idempotency key of a request, with the fingerprint of its content. */
export function addKey(
  { merchant: { accountId, environment }, rows }: PastContext,
  family: KeyFamily,
  externalId: string,
  { id, transaction_id, created_at }: Use,
  content: Record<string, unknown>,
): void {
  rows.idempotency_keys.push({
    account_id: accountId,
    environment,
    family,
    external_id: externalId,
    fingerprint: createFingerprint(environment, content),
    resource_id: transaction_id,
    operation_id: id,
    created_at,
  });
}

import { log } from '~/platform/observability/log';
import type { Environment } from '~/platform/environment';
import { contradictionKind, storeDiscrepancies } from './discrepancies';

/** The operation as we recorded it, and the acquirer's code of its failure. */
type Contradiction = {
  operationId: string;
  type: string;
  amount: number;
  currency: string;
  transactionId: string;
  environment: Environment;
  code: string | undefined;
};

/** Only staff can decide what to do about an authorization, capture, or void that failed after its success. */
export async function recordContradiction(contradiction: Contradiction): Promise<void> {
  const { operationId, type, amount, currency, transactionId, environment, code } = contradiction;
  await storeDiscrepancies([
    {
      ...{ environment, kind: contradictionKind, subject: operationId, transaction_id: transactionId },
      ...{ expected: `${type.replaceAll('_', ' ')} ${amount} ${currency}`, found: code ?? 'declined' },
    },
  ]);
  log.error('failed at the acquirer, recorded as approved', new Error('needs manual review'), {
    operationId,
    code,
  });
}

import { log } from '~/platform/observability/log';
import type { Environment } from '~/platform/environment';
import { contradictionKind, storeDiscrepancies } from './discrepancies';

/** The operation as we recorded it, and the acquirer's reason for its failure. */
type Contradiction = {
  operationId: string;
  type: string;
  amount: number;
  currency: string;
  transactionId: string;
  environment: Environment;
  code: string | undefined;
};

/** Reports an authorization, capture, or void that failed after we recorded its success. Staff decide what to do. */
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

import { log } from '~/platform/observability/log';
import type { Environment } from '~/platform/environment';
import { contradictionKind, failedReversalKind, storeDiscrepancies } from './discrepancies';

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
  await store(contradictionKind, contradiction);
  const { operationId, code } = contradiction;
  log.error('failed at the acquirer, recorded as approved', new Error('needs manual review'), {
    operationId,
    code,
  });
}

/** The payer's money is at the acquirer, and the merchant sees a declined payment. Only staff can return it. */
export async function recordFailedReversal(reversal: Contradiction): Promise<void> {
  await store(failedReversalKind, reversal);
  const { operationId, code } = reversal;
  log.error('approved by the acquirer and not reversed', new Error('needs manual review'), {
    operationId,
    code,
  });
}

const store = (
  kind: string,
  { operationId, type, amount, currency, transactionId, environment, code }: Contradiction,
) =>
  storeDiscrepancies([
    {
      ...{ environment, kind, subject: operationId, transaction_id: transactionId },
      ...{ expected: `${type.replaceAll('_', ' ')} ${amount} ${currency}`, found: code ?? 'declined' },
    },
  ]);

import { log } from '~/platform/observability/log';
import type { Environment } from '~/platform/environment';
import {
  changedChargebackKind,
  contradictionKind,
  failedReversalKind,
  storeDiscrepancies,
} from './discrepancies';

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

/** `recorded` and `reported`: whether the chargeback was won or lost. `reference`: the acquirer's, of the chargeback. */
type ChangedChargeback = {
  reference: string;
  recorded: string;
  reported: string;
  amount: number;
  currency: string;
  transactionId: string;
  environment: Environment;
};

/** The merchant knows another outcome. We don't change a closed chargeback, so staff decide who gets the money. */
export async function recordChangedChargeback(chargeback: ChangedChargeback): Promise<void> {
  const { reference, recorded, reported, amount, currency, transactionId, environment } = chargeback;
  await storeDiscrepancies([
    {
      ...{ environment, kind: changedChargebackKind, subject: reference, transaction_id: transactionId },
      expected: `${recorded} ${amount} ${currency}`,
      found: reported,
    },
  ]);
  log.error('a closed chargeback ended differently at the acquirer', new Error('needs manual review'), {
    transactionId,
    code: reported,
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

import type { MerchantReason } from '~/acquirers/saved-card';
import type { TransactionWithOperations } from '~/payments/transactions/transaction-operations';
import type { Authentication } from '~/payments/transactions/transaction-object';
import { describeAuthentication, describeLiability } from '~/ui/labels/authentication-labels';
import { merchantReasonLabels } from '~/ui/labels/merchant-reason-labels';
import { Panel } from '~/ui/layout/panel';
import { CardNumber } from '~/ui/content/card-number';
import { CopyValue } from '~/ui/content/code-block';
import { DescriptionList } from '~/ui/content/description-list';
import { getDisputeDetails } from '~/ui/transactions/dispute-details';
import { Time } from '~/ui/content/time';

/** The transaction's references. */
export function Facts({ transaction }: { transaction: Omit<TransactionWithOperations, 'order'> }) {
  const {
    id,
    externalId,
    orderId,
    intentId,
    status,
    declineCode,
    cardBrand,
    cardBin,
    cardLastFour,
    cardExpiry,
    cardTokenId,
    merchantReason,
    authentication,
    createdAt,
    updatedAt,
  } = transaction;
  const threeDSecure = authentication as Authentication | null;
  return (
    <Panel title="Details">
      <DescriptionList
        items={[
          ['Transaction ID', <CopyValue key="id" value={id} label="transaction ID" />],
          [
            'external_id',
            <code key="external" className="font-mono text-sm break-all">
              {externalId}
            </code>,
          ],
          ['order_id', orderId && <code className="font-mono text-sm break-all">{orderId}</code>],
          ['Payment intent', intentId && <code className="font-mono text-sm break-all">{intentId}</code>],
          [
            'API status',
            <code key="status" className="font-mono text-sm">
              {status}
            </code>,
          ],
          ['Decline code', declineCode && <code className="font-mono text-sm">{declineCode}</code>],
          ...getDisputeDetails(transaction),
          ['Card', cardLastFour && <CardNumber brand={cardBrand} lastFour={cardLastFour} />],
          ['First six digits', cardBin],
          ['Card valid until', cardExpiry && cardExpiry.split('-').reverse().join('/')],
          ['Card token', cardTokenId && <CopyValue key="token" value={cardTokenId} label="card token" />],
          [
            'Initiated by',
            cardTokenId &&
              (merchantReason
                ? `You (${merchantReasonLabels[merchantReason as MerchantReason].toLowerCase()})`
                : 'The payer'),
          ],
          ['3-D Secure', threeDSecure && describeAuthentication(threeDSecure)],
          ['Fraud liability', threeDSecure && describeLiability(threeDSecure)],
          ['Created', <Time key="created" at={createdAt} />],
          ['Last updated', <Time key="updated" at={updatedAt} />],
        ]}
      />
    </Panel>
  );
}

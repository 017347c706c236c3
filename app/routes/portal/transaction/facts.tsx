import type { TransactionWithTrail } from '~/payments/transaction-trail';
import { Card } from '~/ui/card';
import { CardNumber } from '~/ui/card-number';
import { CopyValue } from '~/ui/code-block';
import { DescriptionList } from '~/ui/description-list';
import { disputeFacts } from '~/ui/dispute-facts';
import { Time } from '~/ui/time';

/** The names and numbers others know the transaction by. */
export function Facts({ transaction }: { transaction: Omit<TransactionWithTrail, 'order'> }) {
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
    createdAt,
    updatedAt,
  } = transaction;
  return (
    <Card title="Details">
      <DescriptionList
        facts={[
          ['Transaction id', <CopyValue key="id" value={id} label="transaction id" />],
          [
            'external_id',
            <code key="external" className="font-mono text-sm break-all">
              {externalId}
            </code>,
          ],
          ['order_id', orderId && <code className="font-mono text-sm break-all">{orderId}</code>],
          ['Payment intent', intentId && <code className="font-mono text-sm break-all">{intentId}</code>],
          [
            'Status in the API',
            <code key="status" className="font-mono text-sm">
              {status}
            </code>,
          ],
          ['Decline code', declineCode && <code className="font-mono text-sm">{declineCode}</code>],
          ...disputeFacts(transaction),
          ['Card', cardLastFour && <CardNumber brand={cardBrand} lastFour={cardLastFour} />],
          ['First six digits', cardBin],
          ['Card valid until', cardExpiry && cardExpiry.split('-').reverse().join('/')],
          ['Card token', cardTokenId && <CopyValue key="token" value={cardTokenId} label="card token" />],
          ['Created', <Time key="created" at={createdAt} />],
          ['Last changed', <Time key="updated" at={updatedAt} />],
        ]}
      />
    </Card>
  );
}

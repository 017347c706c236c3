import type { TransactionDelivery } from '~/webhooks/delivery-log';
import { Card } from '~/ui/card';
import { Badge } from '~/ui/status-badge';
import { TextLink } from '~/ui/text-link';
import { Time } from '~/ui/time';
import { deliveryWord } from '../webhooks/words';

type Delivery = Omit<TransactionDelivery, 'createdAt'> & { createdAt: Date | string };

/** What the merchant's server was told of this transaction. */
export function Webhooks({ deliveries }: { deliveries: readonly Delivery[] }) {
  return (
    <Card title="Webhooks">
      <ul className="divide-y divide-line">
        {deliveries.map((delivery) => (
          <li key={delivery.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0">
            <span className="min-w-0">
              <TextLink to={`/developers/webhooks/deliveries/${delivery.id}`}>{delivery.eventType}</TextLink>
              <span className="block text-sm break-all text-ink-soft">{delivery.endpoint.url}</span>
              <span className="block text-sm text-ink-soft">
                <Time at={delivery.createdAt} />
              </span>
            </span>
            <Badge {...deliveryWord(delivery)} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

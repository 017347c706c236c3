import { Badge } from '~/ui/content/status-badge';
import { ShortTime } from '~/ui/content/time';
import type { DeliveryState } from '~/webhooks/deliveries/delivery-log';
import { deliveryLabels } from '../webhooks/webhook-labels';

/** A webhook delivery in one line. */
export function DeliverySummary({
  eventType,
  url,
  state,
  createdAt,
}: {
  eventType: string;
  url: string;
  state: DeliveryState;
  createdAt: Date | string;
}) {
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
      <span className="font-mono text-xs wrap-anywhere">{eventType}</span>
      <span className="wrap-anywhere">{url}</span>
      <Badge {...deliveryLabels[state]} />
      <span className="text-ink-soft">
        <ShortTime at={createdAt} />
      </span>
    </span>
  );
}

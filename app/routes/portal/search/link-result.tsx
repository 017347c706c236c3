import type { SerializeFrom } from '@remix-run/node';
import { Badge } from '~/ui/content/status-badge';
import { linkStatusLabels } from '~/ui/labels/payment-link-labels';
import { LinkPrice } from '../payment-links/link-price';
import type { LinkSummary } from '../payment-links/link-summary';

/** A payment link in one line. */
export function LinkResult({ link }: { link: SerializeFrom<LinkSummary> }) {
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
      <span className="wrap-anywhere">{link.name}</span>
      <span>
        <LinkPrice link={link} />
      </span>
      <Badge {...linkStatusLabels[link.status]} />
    </span>
  );
}

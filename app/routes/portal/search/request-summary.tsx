import { Badge } from '~/ui/content/status-badge';
import { ShortTime } from '~/ui/content/time';
import { getStatusLabel } from '../developers/requests/request-labels';

/** An API request in one line. */
export function RequestSummary({
  method,
  path,
  status,
  createdAt,
}: {
  method: string;
  path: string;
  status: number;
  createdAt: Date | string;
}) {
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
      <span className="font-mono text-xs wrap-anywhere">
        {method} {path}
      </span>
      <Badge {...getStatusLabel(status)} />
      <span className="text-ink-soft">
        <ShortTime at={createdAt} />
      </span>
    </span>
  );
}

import { Badge } from '~/ui/content/status-badge';
import { Time } from '~/ui/content/time';

type Props = { foundAt: Date | string; resolvedAt: Date | string | null; resolution: string | null };

/** When a discrepancy was found and resolved, and what staff decided, if they resolved it. */
export function DiscrepancyStatus({ foundAt, resolvedAt, resolution }: Props) {
  return (
    <>
      {resolvedAt ? <Badge text="Resolved" tone="positive" /> : <Badge text="Open" tone="negative" />}
      <span className="mt-1 block text-sm text-ink-soft">
        Found <Time at={foundAt} />
        {resolvedAt && (
          <span className="block">
            Resolved <Time at={resolvedAt} />
          </span>
        )}
        {resolution && (
          <span className="mt-1 block max-w-96 text-ink @3xl:min-w-44 wrap-anywhere whitespace-pre-line">
            {resolution}
          </span>
        )}
      </span>
    </>
  );
}

import { ShortTime } from '~/ui/content/time';

/** A webhook delivery in one line. It needs few scripts, because every page has the command menu. */
export function DeliverySummary({
  eventType,
  url,
  createdAt,
}: {
  eventType: string;
  url: string;
  createdAt: Date | string;
}) {
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
      <span className="font-mono text-xs wrap-anywhere">{eventType}</span>
      <span className="wrap-anywhere">{url}</span>
      <span className="text-ink-soft">
        <ShortTime at={createdAt} />
      </span>
    </span>
  );
}

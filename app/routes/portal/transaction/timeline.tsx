import { Link } from '@remix-run/react';
import clsx from 'clsx';
import type { TimelineEntry } from '~/payments/transactions/timeline';
import { timelineKinds, type TimelineEntryKind } from '~/payments/transactions/timeline-kinds';
import { buildListUrl } from '~/platform/lists/list-url';
import { Panel } from '~/ui/layout/panel';
import { TextLink } from '~/ui/content/text-link';
import { TimelineList } from '~/ui/transactions/timeline';
import { TimelineEntryLine } from './timeline-entries';

const names: Record<TimelineEntryKind, string> = {
  operation: 'Operations',
  response: 'Responses',
  checkout: 'Payment page',
  request: 'API requests',
  webhook: 'Webhooks',
};

type Props = {
  path: string;
  entries: readonly TimelineEntry[];
  more: boolean;
  visibleKinds: TimelineEntryKind | null;
  all: boolean;
  developer: boolean;
};

/** The timeline, oldest first, with a filter by kind. */
export function Timeline({ path, entries, more, visibleKinds, all, developer }: Props) {
  const counts = timelineKinds
    .map((kind) => ({ kind, count: entries.filter((entry) => entry.kind === kind).length }))
    .filter(({ count }) => count > 0);
  const visible = visibleKinds ? entries.filter(({ kind }) => kind === visibleKinds) : entries;
  return (
    <Panel title="Timeline" id="timeline">
      {counts.length > 1 && (
        <nav aria-label="Timeline filter" className="mb-6 flex flex-wrap gap-2">
          <Chip
            to={toTimelineUrl(path, { all })}
            current={!visibleKinds}
            text="Everything"
            count={entries.length}
          />
          {counts.map(({ kind, count }) => (
            <Chip
              key={kind}
              to={toTimelineUrl(path, { all, show: kind })}
              current={visibleKinds === kind}
              text={names[kind]}
              count={count}
            />
          ))}
        </nav>
      )}
      {more && (
        <p className="mb-4 text-sm text-ink-soft">
          Only the latest entries are shown.
          {!all && (
            <>
              {' '}
              <TextLink to={toTimelineUrl(path, { all: true, show: visibleKinds ?? undefined })}>
                Show all
              </TextLink>
            </>
          )}
        </p>
      )}
      {visible.length ? (
        <TimelineList>
          {visible.map((entry) => (
            <TimelineEntryLine key={`${entry.kind} ${entry.id}`} entry={entry} developer={developer} />
          ))}
        </TimelineList>
      ) : (
        <p className="text-ink-soft">No entries of this kind.</p>
      )}
    </Panel>
  );
}

function toTimelineUrl(path: string, { all, show }: { all: boolean; show?: TimelineEntryKind }): string {
  return buildListUrl(path, { show, all: all ? 'yes' : null });
}

function Chip({ to, current, text, count }: { to: string; current: boolean; text: string; count: number }) {
  return (
    <Link
      to={to}
      preventScrollReset
      aria-current={current ? 'true' : undefined}
      className={clsx(
        'inline-flex min-h-9 items-center gap-1.5 rounded-full border px-3 text-sm font-medium',
        current ? 'border-accent bg-accent-soft text-ink' : 'border-line-strong text-ink hover:bg-sunken',
      )}
    >
      {text} <span className="text-ink-soft tabular-nums">{count}</span>
    </Link>
  );
}

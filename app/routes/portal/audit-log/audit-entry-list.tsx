import { ScrollText, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonLink } from '~/ui/forms/button';
import { EmptyState } from '~/ui/layout/empty-state';
import { Panel } from '~/ui/layout/panel';

type Props<Entry> = {
  entries: readonly Entry[];
  /** A list item. */
  renderEntry: (entry: Entry) => ReactNode;
  /** The URL of the unfiltered list. False when it isn't filtered. */
  resetUrl: string | false;
  /** What could be wrong with a filter that leaves nothing. */
  filterHint: string;
  empty: { title: string; text: string };
};

/** The entries of any audit log, or why there are none. */
export function AuditEntryList<Entry>({ entries, renderEntry, resetUrl, filterHint, empty }: Props<Entry>) {
  if (entries.length)
    return (
      <Panel title="Entries">
        <ol className="divide-y divide-line">{entries.map(renderEntry)}</ol>
      </Panel>
    );
  if (!resetUrl)
    return (
      <EmptyState icon={ScrollText} title={empty.title}>
        {empty.text}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={SearchX}
      title="No results"
      action={
        <ButtonLink to={resetUrl} variant="secondary">
          Clear filters
        </ButtonLink>
      }
    >
      No entries match. {filterHint}
    </EmptyState>
  );
}

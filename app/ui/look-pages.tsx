import type { LookPageRecord } from '~/merchants/look-records';
import { listAddress } from '~/platform/list-address';
import { Card } from './card';
import { Pagination } from './pagination';
import { Badge } from './status-badge';
import { Table, type Column } from './table';
import { Time } from './time';

/** Where they were sent is told to the staff alone. */
type Page = Omit<LookPageRecord, 'seenAt' | 'address'> & { seenAt: Date | string; address?: string };
type Props = { path: string; pages: readonly Page[]; before: string | null; onLaterPage: boolean };

/** The pages that were asked for in a look, newest first. */
export function LookPages({ path, pages, before, onLaterPage }: Props) {
  const columns: Column<Page>[] = [
    { title: 'When', cell: ({ seenAt }) => <Time at={seenAt} /> },
    {
      title: 'Page',
      cell: ({ path: asked, refused }) => (
        <>
          <code className="font-mono text-sm break-all">{asked}</code>{' '}
          {refused && <Badge text="Refused, not seen" tone="neutral" />}
        </>
      ),
    },
    { title: 'Environment', cell: ({ environment }) => (environment === 'live' ? 'Live' : 'Test') },
  ];
  if (pages[0]?.address !== undefined)
    columns.push({
      title: 'From',
      cell: ({ address }) => <span className="wrap-anywhere @3xl:whitespace-nowrap">{address}</span>,
    });
  return (
    <>
      <Card title="Pages asked for">
        {pages.length ? (
          <Table caption="Pages asked for" rows={pages} rowKey={({ id }) => id} columns={columns} />
        ) : (
          <p className="text-ink-soft">None. Pages asked for are kept for 400 days.</p>
        )}
      </Card>
      <Pagination newest={onLaterPage ? path : null} older={before ? listAddress(path, { before }) : null} />
    </>
  );
}

/** Where in the list one is, as its address says; anything else begins it. */
export function readBefore(typed: string): string | undefined {
  return /^[1-9]\d{0,17}$/.test(typed) ? typed : undefined;
}

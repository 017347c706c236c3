import type { SupportSessionPageRecord } from '~/merchants/support-sessions/support-session-records';
import { buildListUrl } from '~/platform/lists/list-url';
import { Panel } from '../layout/panel';
import { Pagination } from '../content/pagination';
import { Badge } from '../content/status-badge';
import { Table, type Column } from '../content/table';
import { Time } from '../content/time';

/** Where they were redirected is shown to staff only. */
type PageRow = Omit<SupportSessionPageRecord, 'seenAt' | 'address'> & {
  seenAt: Date | string;
  address?: string;
};
type Props = { path: string; pages: readonly PageRow[]; before: string | null; isLaterPage: boolean };

/** The pages requested in a support session, newest first. */
export function SupportSessionPages({ path, pages, before, isLaterPage }: Props) {
  const columns: Column<PageRow>[] = [
    { title: 'When', cell: ({ seenAt }) => <Time at={seenAt} /> },
    {
      title: 'Page',
      cell: ({ path: visitedPath, refused }) => (
        <>
          <code className="font-mono text-sm break-all">{visitedPath}</code>{' '}
          {refused && <Badge text="Rejected, not shown" tone="neutral" />}
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
      <Panel title="Pages viewed">
        {pages.length ? (
          <Table caption="Pages viewed" rows={pages} rowKey={({ id }) => id} columns={columns} />
        ) : (
          <p className="text-ink-soft">None. Requested pages are stored for 400 days.</p>
        )}
      </Panel>
      <Pagination newest={isLaterPage ? path : null} older={before ? buildListUrl(path, { before }) : null} />
    </>
  );
}

/** The position in the list from the URL. Invalid values start at the beginning. */
export function parsePageCursor(input: string): string | undefined {
  return /^[1-9]\d{0,17}$/.test(input) ? input : undefined;
}

import type { ApiRequestLine } from '~/merchants/api-requests/request-list';
import { CopyableReference } from '~/ui/content/copyable-reference';
import { Badge } from '~/ui/content/status-badge';
import { Table } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import { ShortTime } from '~/ui/content/time';
import { outcomeLabels, getStatusLabel } from './request-labels';

/** Requests, each with a link. */
export function RequestTable({
  caption,
  requests,
}: {
  caption: string;
  requests: readonly ApiRequestLine[];
}) {
  return (
    <Table
      isList
      caption={caption}
      rows={requests}
      rowKey={({ id }) => id}
      columns={[
        {
          title: 'Request',
          cell: ({ id, method, path }) => (
            <TextLink
              to={`/developers/requests/${id}`}
              title={`${method} ${path}`}
              className="row-link font-mono text-sm wrap-anywhere"
            >
              {method} {shortenIds(path)}
            </TextLink>
          ),
        },
        { title: 'Response', cell: ({ status }) => <Badge {...getStatusLabel(status)} /> },
        {
          title: 'Code',
          cell: ({ code }) =>
            code ? (
              <code className="font-mono wrap-anywhere">{code}</code>
            ) : (
              <span className="text-ink-soft">None</span>
            ),
        },
        {
          title: 'external_id',
          cell: ({ externalId, outcome }) =>
            externalId === null ? (
              <span className="text-ink-soft">None</span>
            ) : (
              <span className="inline-flex flex-wrap items-center gap-x-2">
                <CopyableReference text={externalId} label="external_id" />
                {outcome && outcome !== 'executed' && <Badge {...outcomeLabels[outcome]} />}
              </span>
            ),
        },
        {
          title: 'Duration',
          align: 'right',
          cell: ({ durationMs }) => <span className="whitespace-nowrap tabular-nums">{durationMs} ms</span>,
        },
        { title: 'Created', cell: ({ createdAt }) => <ShortTime at={createdAt} /> },
      ]}
    />
  );
}

/** A path on one line: IDs differ at their ends. */
const shortenIds = (path: string): string => path.replace(/([a-z]+_)\w{28,}(\w{6})/g, '$1…$2');

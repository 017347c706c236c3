import type { ApiRequestLine } from '~/merchants/api-requests/request-list';
import { CopyableReference } from '~/ui/content/copyable-reference';
import { Badge } from '~/ui/content/status-badge';
import { emptyCell } from '~/ui/content/empty-cell';
import { Table } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import { ShortTime } from '~/ui/content/time';
import { declinedLabel, outcomeLabels, getStatusLabel } from './request-labels';

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
              className="row-link cell-cut inline-block max-w-full text-left align-bottom font-mono text-xs wrap-anywhere @3xl:truncate"
            >
              {method} {shortenIds(path)}
            </TextLink>
          ),
        },
        {
          title: 'Response',
          cell: ({ status, durationMs }) => (
            <span className="inline-flex items-center gap-1">
              <Badge {...getStatusLabel(status)} />
              <span className="text-xs whitespace-nowrap text-ink-soft tabular-nums">{durationMs} ms</span>
            </span>
          ),
        },
        { title: 'Result', cell: (request) => <Result {...request} /> },
        {
          title: 'external_id',
          cell: ({ externalId }) =>
            externalId === null ? (
              emptyCell
            ) : (
              <>
                {/* The column's title is visible only in the table. */}
                <span aria-hidden="true" className="@3xl:hidden">
                  external_id{' '}
                </span>
                <CopyableReference text={externalId} label="external_id" />
              </>
            ),
        },
        { title: 'Created', cell: ({ createdAt }) => <ShortTime at={createdAt} /> },
      ]}
    />
  );
}

/**
 * How the external_id was used before, whether the bank declined, and the error code, on two lines if they’re long. A conflict has
 * only one code. On a phone, only results with a value are shown.
 */
function Result({ code, outcome, declineCode }: Pick<ApiRequestLine, 'code' | 'outcome' | 'declineCode'>) {
  const isReused = outcome !== null && outcome !== 'executed';
  if (!isReused && !code && !declineCode) return <span className="no-value text-ink-soft">No error</span>;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1 gap-y-0.5 @3xl:w-max @3xl:max-w-52">
      {isReused && <Badge {...outcomeLabels[outcome]} />}
      {declineCode && <Badge {...declinedLabel} />}
      {(declineCode ?? code) && outcome !== 'conflicted' && (
        <code className="font-mono text-xs wrap-anywhere">{declineCode ?? code}</code>
      )}
    </span>
  );
}

/** A path on one line: IDs differ at their ends. */
const shortenIds = (path: string): string => path.replace(/\b([a-z]{2,5}_)\w{30,40}(\w{4})\b/g, '$1…$2');

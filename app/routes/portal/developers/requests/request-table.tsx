import clsx from 'clsx';
import { Fragment } from 'react';
import type { ApiRequestLine } from '~/merchants/api-requests/request-list';
import { Badge } from '~/ui/content/status-badge';
import { Table } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { outcomeLabels, getStatusLabel } from './request-labels';

/** The maximum length of a path that isn't wrapped. */
const longestWhole = 24;

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
      caption={caption}
      rows={requests}
      rowKey={({ id }) => id}
      columns={[
        { title: 'When', cell: ({ createdAt }) => <Time at={createdAt} /> },
        {
          title: 'Request',
          cell: ({ id, method, path }) => (
            <TextLink
              to={`/developers/requests/${id}`}
              className={clsx(
                'font-mono text-sm',
                path.length > longestWhole ? 'break-all' : 'wrap-anywhere @3xl:whitespace-nowrap',
              )}
            >
              {method} {path}
            </TextLink>
          ),
        },
        {
          title: 'Response',
          cell: ({ status, code }) => (
            <span className="inline-flex flex-wrap items-center justify-end gap-x-2 gap-y-1 @3xl:justify-start">
              <Badge {...getStatusLabel(status)} />
              {code && (
                <code className="font-mono text-sm break-words">
                  {code.split(/(?<=_)/).map((part, index) => (
                    <Fragment key={index}>
                      {part}
                      <wbr />
                    </Fragment>
                  ))}
                </code>
              )}
            </span>
          ),
        },
        {
          title: 'external_id',
          cell: ({ externalId, outcome }) =>
            externalId === null ? (
              <span className="text-ink-soft">None</span>
            ) : (
              <span className="inline-flex flex-wrap items-center justify-end gap-x-2 gap-y-1 @3xl:justify-start">
                <code className="font-mono text-sm break-all @3xl:inline-block @3xl:min-w-28">
                  {externalId}
                </code>
                {outcome && outcome !== 'executed' && <Badge {...outcomeLabels[outcome]} />}
              </span>
            ),
        },
        {
          title: 'Duration',
          align: 'right',
          cell: ({ durationMs }) => <span className="whitespace-nowrap tabular-nums">{durationMs} ms</span>,
        },
      ]}
    />
  );
}

import type { SupportDetails } from '~/payments/transactions/support-details';
import { pluralize } from '~/platform/text/pluralize';
import { Panel } from '~/ui/layout/panel';
import { OperationBadge } from '~/ui/content/status-badge';
import { Table } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { getOperationLabel } from '~/ui/labels/transaction-labels';

const emptyCell = <span className="text-ink-soft">None</span>;
const renderCode = (text: string | null) =>
  text ? <code className="font-mono text-sm break-all">{text}</code> : emptyCell;

/** Each operation as the acquirer knows it: both references, its code, and the number of inquiries. */
export function AcquirerOperationsPanel({ operations }: { operations: SupportDetails['operations'] }) {
  return (
    <Panel title="Acquirer operations" id="acquirer">
      <Table
        caption="Acquirer operations, oldest first"
        rows={operations}
        rowKey={({ id }) => id}
        columns={[
          {
            title: 'Operation',
            cell: ({ type, status, acceptedAt }) => (
              <span className="inline-flex flex-wrap items-center justify-end gap-x-2 gap-y-1 @3xl:justify-start">
                {getOperationLabel(type)}{' '}
                <OperationBadge status={status} type={type} isAccepted={acceptedAt !== null} />
              </span>
            ),
          },
          { title: 'Our reference', cell: ({ id }) => renderCode(id) },
          { title: 'Acquirer reference', cell: ({ acquirerReference }) => renderCode(acquirerReference) },
          {
            title: 'Acquirer code',
            cell: ({ rawCode, declineCode }) =>
              rawCode || declineCode ? (
                <span>
                  {renderCode(rawCode)}{' '}
                  {declineCode && <span className="text-sm text-ink-soft">{declineCode}</span>}
                </span>
              ) : (
                emptyCell
              ),
          },
          { title: 'Inquiries', cell: (operation) => <InquiryCount {...operation} /> },
        ]}
      />
      {operations.some(({ reversedBy }) => reversedBy) && (
        <p className="mt-4 text-sm text-ink-soft">
          Reversed later:{' '}
          {operations
            .filter(({ reversedBy }) => reversedBy)
            .map(({ id, reversedBy }) => `${id} by ${reversedBy}`)
            .join('; ')}
        </p>
      )}
    </Panel>
  );
}

function InquiryCount({ status, inquiries, inquireAt }: SupportDetails['operations'][number]) {
  if (status !== 'PENDING')
    return (
      <>
        {inquiries ? (
          pluralize(inquiries, 'time')
        ) : (
          <span className="text-ink-soft">Answered immediately</span>
        )}
      </>
    );
  return (
    <>
      {pluralize(inquiries, 'time')},{' '}
      {inquireAt ? (
        <>
          next <Time at={inquireAt} />
        </>
      ) : (
        'no more inquiries'
      )}
      . <TextLink to="/support/unknown-outcomes">Unknown outcomes</TextLink>
    </>
  );
}

import type { Finding } from '~/payments/reconciliation/books-audit-records';
import { Table } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import { formatDiscrepancyValue, getDiscrepancyLabel } from '~/ui/labels/discrepancy-labels';
import { EnvironmentBadge } from '../../support/search/payment-table';

export function FindingTable({ findings }: { findings: readonly Finding[] }) {
  return (
    <Table
      caption="Discrepancies"
      rows={findings}
      rowKey={({ environment, kind, subject, transaction_id: transactionId, expected }) =>
        [environment, kind, subject, transactionId, expected].join(' ')
      }
      columns={[
        { title: 'Kind', cell: ({ kind }) => getDiscrepancyLabel(kind) },
        {
          title: 'Environment',
          cell: ({ environment }) =>
            environment ? <EnvironmentBadge environment={environment} /> : 'Unknown',
        },
        {
          title: 'Transaction',
          cell: ({ transaction_id: id, kind }) =>
            id && kind !== 'transaction_missing' ? (
              <TextLink to={`/support/transactions/${id}`}>
                <span className="break-all">{id}</span>
              </TextLink>
            ) : (
              <span className="break-all">{id ?? 'None'}</span>
            ),
        },
        {
          title: 'Item',
          cell: ({ subject }) => <code className="font-mono text-sm break-all">{subject}</code>,
        },
        {
          title: 'Expected',
          cell: ({ expected }) => <span className="break-all">{formatDiscrepancyValue(expected)}</span>,
        },
        {
          title: 'Found',
          cell: ({ found }) => <span className="break-all">{formatDiscrepancyValue(found)}</span>,
        },
      ]}
    />
  );
}

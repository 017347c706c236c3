import type { StatementEntry } from '~/acquirers/acquirer';
import type { SupportDetails } from '~/payments/transactions/support-details';
import { Panel } from '~/ui/layout/panel';
import { responseDeadlineLabel } from '~/ui/transactions/dispute-details';
import { Money } from '~/ui/content/money';
import { Badge } from '~/ui/content/status-badge';
import { Table } from '~/ui/content/table';
import { Time } from '~/ui/content/time';
import { formatDiscrepancyValue, getDiscrepancyLabel } from '~/ui/labels/discrepancy-labels';
import { getDisputeReasonLabel, getOperationLabel } from '~/ui/labels/transaction-labels';
import { DiscrepancyStatus } from '../discrepancies/discrepancy-status';

/** The acquirer's ledger entries, and discrepancies between them, our operations, and our counters. */
export function AcquirerLedgerPanel({
  ledgerEntries,
  discrepancies,
}: Pick<SupportDetails, 'ledgerEntries' | 'discrepancies'>) {
  return (
    <>
      <Panel title="Acquirer ledger" id="book">
        {ledgerEntries.length ? (
          <Table
            caption="Acquirer ledger entries, oldest first"
            rows={ledgerEntries}
            rowKey={({ reference, kind }) => `${reference} ${kind}`}
            columns={[
              { title: 'Entry', cell: ({ kind }) => getLedgerEntryLabel(kind) },
              {
                title: 'Amount',
                align: 'right',
                cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
              },
              {
                title: 'Outcome',
                cell: ({ approved }) => (
                  <Badge
                    text={approved ? 'Approved' : 'Declined'}
                    tone={approved ? 'positive' : 'negative'}
                  />
                ),
              },
              { title: 'Count', align: 'right', cell: ({ occurrences: times }) => times },
              {
                title: 'Reference',
                cell: ({ reference }) => <code className="font-mono text-sm break-all">{reference}</code>,
              },
              {
                title: 'More',
                cell: ({ details }) =>
                  details.length ? (
                    details.map(([name, value]) => <Detail key={name} name={name} value={String(value)} />)
                  ) : (
                    <span className="text-ink-soft">Nothing</span>
                  ),
              },
              { title: 'Read', cell: ({ readAt }) => <Time at={readAt} /> },
            ]}
          />
        ) : (
          <p className="text-ink-soft">No entries yet. New operations appear after the next ledger import.</p>
        )}
      </Panel>
      <Panel title="Reconciliation" id="reconciliation">
        {discrepancies.length ? (
          <Table
            caption="Discrepancies, newest first"
            rows={discrepancies}
            rowKey={({ id }) => id}
            columns={[
              { title: 'Kind', cell: ({ kind }) => getDiscrepancyLabel(kind) },
              {
                title: 'Item',
                cell: ({ subject }) => <code className="font-mono text-sm break-all">{subject}</code>,
              },
              {
                title: 'Expected',
                cell: ({ expected }) => (
                  <span className="wrap-anywhere">{formatDiscrepancyValue(expected)}</span>
                ),
              },
              {
                title: 'Found',
                cell: ({ found }) => <span className="wrap-anywhere">{formatDiscrepancyValue(found)}</span>,
              },
              {
                title: 'Status',
                cell: (discrepancy) => <DiscrepancyStatus {...discrepancy} />,
              },
            ]}
          />
        ) : (
          <p className="text-ink-soft">
            No discrepancies. Our operations and counters match the acquirer ledger as far as they’ve been
            compared.
          </p>
        )}
      </Panel>
    </>
  );
}

/** An entry has the label of its operation. The return of a refund has none. */
const ledgerEntryLabels: Record<StatementEntry['kind'], string> = {
  authorize: getOperationLabel('authorize'),
  authcap: getOperationLabel('authcap'),
  capture: getOperationLabel('capture'),
  void: getOperationLabel('void'),
  refund: getOperationLabel('refund'),
  refund_failed: 'Failed refund',
  chargeback_opened: getOperationLabel('chargeback'),
  chargeback_won: getOperationLabel('dispute_won'),
  chargeback_lost: getOperationLabel('dispute_lost'),
};
const getLedgerEntryLabel = (kind: string): string =>
  ledgerEntryLabels[kind as StatementEntry['kind']] ?? kind;

const detailLabels: Record<string, string> = { code: 'Code', reason: 'Reason', dueBy: responseDeadlineLabel };

function Detail({ name, value }: { name: string; value: string }) {
  return (
    <div>
      {detailLabels[name] ?? name}{' '}
      {name === 'dueBy' ? (
        <Time at={value} />
      ) : (
        <span className="break-words">
          {name === 'reason' ? getDisputeReasonLabel(value) : value.replaceAll('_', ' ')}
        </span>
      )}
    </div>
  );
}

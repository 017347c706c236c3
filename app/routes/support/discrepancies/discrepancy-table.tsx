import type { ListedDiscrepancy } from '~/payments/reconciliation/discrepancy-list';
import { Table } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import { ButtonLink } from '~/ui/forms/button';
import { formatDiscrepancyValue, getDiscrepancyLabel } from '~/ui/labels/discrepancy-labels';
import { EnvironmentBadge } from '../search/payment-table';
import { DiscrepancyStatus } from './discrepancy-status';

type LoadedDiscrepancy = Omit<ListedDiscrepancy, 'foundAt' | 'resolvedAt'> & {
  foundAt: Date | string;
  resolvedAt: Date | string | null;
};

/** Discrepancies of all merchants. The reference links to the transaction, if there is one. */
export function DiscrepancyTable({
  discrepancies,
  canResolve,
}: {
  discrepancies: readonly LoadedDiscrepancy[];
  canResolve: boolean;
}) {
  return (
    <Table
      caption="Discrepancies, newest first"
      rows={discrepancies}
      rowKey={({ id }) => id}
      columns={[
        { title: 'Kind', cell: ({ kind }) => getDiscrepancyLabel(kind) },
        {
          title: 'Connection',
          cell: ({ connection, environment }) => (
            <>
              <span className="mb-1 block wrap-anywhere">{connection?.name ?? 'Unknown'}</span>
              <EnvironmentBadge environment={environment} />
            </>
          ),
        },
        { title: 'Reference', cell: (discrepancy) => <Reference {...discrepancy} /> },
        { title: 'Expected', cell: ({ expected }) => <Value text={expected} /> },
        { title: 'Found', cell: ({ found }) => <Value text={found} /> },
        {
          title: 'Status',
          cell: (discrepancy) => (
            <>
              <DiscrepancyStatus {...discrepancy} />
              {canResolve && discrepancy.needsDecision && (
                <span className="mt-2 block">
                  <ButtonLink
                    to={`/support/discrepancies/${discrepancy.id}/resolution`}
                    variant="secondary"
                    size="small"
                  >
                    Resolve <span className="sr-only">{discrepancy.subject}</span>
                  </ButtonLink>
                </span>
              )}
            </>
          ),
        },
      ]}
    />
  );
}

/** An amount stays on one line. */
function Value({ text }: { text: string }) {
  return (
    <span className="wrap-anywhere @3xl:inline-block @3xl:min-w-32">{formatDiscrepancyValue(text)}</span>
  );
}

function Reference({ subject, transactionId }: LoadedDiscrepancy) {
  const text = <code className="font-mono text-sm break-all">{subject}</code>;
  return transactionId ? (
    <TextLink to={`/support/transactions/${transactionId}#reconciliation`}>{text}</TextLink>
  ) : (
    text
  );
}

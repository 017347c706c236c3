import type { SerializeFrom } from '@remix-run/node';
import type { ChargebackSummary } from '~/payments/disputes/chargeback-list';
import { responseDeadlineLabel } from '~/ui/transactions/dispute-details';
import { Money } from '~/ui/content/money';
import { Badge } from '~/ui/content/status-badge';
import { Table, type Column } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import { ShortTime, Time } from '~/ui/content/time';
import { getDisputeReasonLabel, getDisputeStageLabel } from '~/ui/labels/transaction-labels';

type Row = ChargebackSummary | SerializeFrom<ChargebackSummary>;

/** Chargebacks with their payments. The amount links to each one. */
export function ChargebackTable({
  chargebacks,
  caption,
  withDue,
}: {
  chargebacks: readonly Row[];
  caption: string;
  withDue?: boolean;
}) {
  const due: Column<Row> = {
    title: responseDeadlineLabel,
    isLabeled: true,
    cell: ({ dueBy }) => (dueBy ? <Time at={dueBy} /> : '–'),
  };
  return (
    <Table
      isList
      caption={caption}
      rows={chargebacks}
      rowKey={({ id }) => id}
      columns={[
        {
          title: 'Amount',
          align: 'right',
          cell: ({ id, amount, currency }) => (
            <TextLink to={`/transactions/${id}/dispute`} className="row-link">
              <span className="sr-only">Chargeback of </span>
              <Money amount={amount} currency={currency} />
            </TextLink>
          ),
        },
        ...(withDue
          ? [due]
          : [
              {
                title: 'Stage',
                cell: ({ stage, dueBy }: Row) => <Badge {...getDisputeStageLabel(stage, dueBy)} />,
              },
            ]),
        {
          title: 'Reason',
          isLabeled: true,
          cell: ({ reason }) =>
            reason ? <span className="whitespace-normal">{getDisputeReasonLabel(reason)}</span> : '–',
        },
        {
          title: 'Payment',
          isLabeled: true,
          cell: ({ parentId, paymentReference }) =>
            parentId ? (
              <TextLink
                to={`/transactions/${parentId}`}
                className="relative z-10 max-w-56 align-bottom inline-block truncate"
                title={paymentReference ?? undefined}
              >
                {paymentReference}
              </TextLink>
            ) : (
              '–'
            ),
        },
        { title: 'Opened', isLabeled: true, cell: ({ createdAt }) => <ShortTime at={createdAt} /> },
      ]}
    />
  );
}

import type { SerializeFrom } from '@remix-run/node';
import { useContext, type ReactNode } from 'react';
import type { PayoutBreakdown } from '~/payments/payouts/payout-lines';
import type { PayoutStatus } from '~/payments/payouts/payout-summaries';
import { CopyValue } from '~/ui/content/code-block';
import { DescriptionList } from '~/ui/content/description-list';
import { Money } from '~/ui/content/money';
import { Pagination } from '~/ui/content/pagination';
import { Badge } from '~/ui/content/status-badge';
import { TextLink } from '~/ui/content/text-link';
import { Time, TimeZoneContext, UtcDate } from '~/ui/content/time';
import { formatDate } from '~/ui/content/time-format';
import { getPayoutStatusLabel } from '~/ui/labels/payout-labels';
import { Banner } from '~/ui/layout/banner';
import { PageHeader } from '~/ui/layout/page-header';
import { Panel } from '~/ui/layout/panel';
import { DownloadCsv } from './download-csv';
import type { PayoutContents } from './payout-contents';
import { PayoutLineTable } from './payout-line-table';

type Props = SerializeFrom<PayoutContents> & {
  /** The URL of the entries as a file. Staff have none. */
  file?: string;
  /** Beside the status. */
  badge?: ReactNode;
  /** Between the header and the amounts. */
  children?: ReactNode;
};

/** A payout's amounts and entries, the same for the merchant and for staff. */
export function PayoutDetails({ payout, breakdown, lines, newest, older, file, badge, children }: Props) {
  const { id, acquirerId, status, failureReason, currency, gross, fees, net, createdAt, arrivesOn } = payout;
  return (
    <>
      <PageHeader
        title={
          <>
            <span className="block text-base font-medium tracking-normal text-ink-soft">Payout</span>
            <Money amount={net} currency={currency} />
          </>
        }
        lead={
          <>
            {describeArrival(payout)} <UtcDate at={arrivesOn} />.
          </>
        }
        action={
          <span className="inline-flex flex-wrap gap-2">
            {badge}
            <Badge {...getPayoutStatusLabel(payout)} />
          </span>
        }
      />
      {children}
      {status === 'failed' && (
        <div className="mb-6">
          <Banner tone="negative" title="This payout failed">
            {failureReason && `${failureReason} `}
            Its amount goes back to your balance and is part of a later payout. Make sure that your bank
            account details are correct.
          </Banner>
        </div>
      )}
      <div className="space-y-6">
        <Panel title="Summary">
          <DescriptionList
            alignRight
            items={[
              ...(breakdown ? listParts(breakdown, currency) : []),
              ['Net', <Money key="net" amount={net} currency={currency} className="font-semibold" />],
              ...(breakdown
                ? [['Period', <Period key="period" {...breakdown} />] satisfies [string, ReactNode]]
                : []),
              ['Created', <Time key="created" at={createdAt} />],
              ['Payout ID', <CopyValue key="id" value={id} label="payout ID" />],
              [
                'Acquirer’s payout ID',
                <CopyValue key="ref" value={acquirerId} label="acquirer’s payout ID" />,
              ],
            ]}
          />
        </Panel>
        <Panel
          title="Transactions"
          action={
            lines.length > 0 && file && <DownloadCsv files={[{ to: file, label: 'Download as CSV' }]} />
          }
        >
          {lines.length ? (
            <>
              <PayoutLineTable
                lines={lines}
                currency={currency}
                total={gross === null || fees === null ? null : { gross, fees, net }}
              />
              <LineNotes hasFile={file !== undefined} isSimulated={breakdown?.isSimulated ?? false} />
            </>
          ) : (
            <p className="text-ink-soft">
              {newest
                ? 'There are no more entries.'
                : 'The acquirer hasn’t listed what this payout contains. For automatic payouts, that takes up to a few hours. Manual payouts never have a list.'}
            </p>
          )}
        </Panel>
      </div>
      <Pagination newest={newest} older={older} />
    </>
  );
}

function describeArrival({ status, net }: { status: PayoutStatus; net: number }): string {
  if (net < 0 && status !== 'failed')
    return status === 'paid'
      ? 'Debited from your bank account on'
      : 'To be debited from your bank account on';
  return { pending: 'Arrives on', paid: 'Arrived on', failed: 'Was due on' }[status];
}

/** The parts of the net amount. Sales are always one of them. */
function listParts(
  breakdown: SerializeFrom<PayoutBreakdown>,
  currency: string,
): [name: string, value: ReactNode][] {
  const parts: [string, number][] = [
    ['Sales', breakdown.sales],
    ['Refunds', breakdown.refunds],
    ['Chargebacks', breakdown.chargebacks],
    ['Adjustments', breakdown.adjustments],
    ['Card fees', breakdown.cardFees],
    ['Chargeback fees', breakdown.chargebackFees],
    ['Other fees', breakdown.otherFees],
  ];
  return parts
    .filter(([name, amount]) => name === 'Sales' || amount !== 0)
    .map(([name, amount]) => [name, <Money key={name} amount={amount} currency={currency} />]);
}

/** From the first to the last entry. */
function Period({ firstAt, lastAt }: Pick<SerializeFrom<PayoutBreakdown>, 'firstAt' | 'lastAt'>) {
  const zone = useContext(TimeZoneContext);
  const [from, to] = [firstAt, lastAt].map((at) => formatDate(new Date(at), zone));
  return from === to ? from : `${from} to ${to}`;
}

/** What explains the amounts of the entries, here and in the file. Null if nothing has to be explained. */
function LineNotes({ hasFile, isSimulated }: { hasFile: boolean; isSimulated: boolean }) {
  if (!hasFile && !isSimulated) return null;
  return (
    <p className="mt-4 text-sm text-ink-soft print:hidden">
      {hasFile && (
        <>
          In the CSV file, fees are positive amounts: net is gross minus fee.{' '}
          <TextLink to="/docs/csv-exports">What each column contains</TextLink>{' '}
        </>
      )}
      {isSimulated && 'Simulated payouts contain what settled on the day before, in UTC.'}
    </p>
  );
}

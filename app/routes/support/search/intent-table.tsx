import type { SerializeFrom } from '@remix-run/node';
import type { IntentResults } from '~/support/search/intent-search';
import { Money } from '~/ui/content/money';
import { Badge } from '~/ui/content/status-badge';
import { Table } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import { Time, TimeZoneContext } from '~/ui/content/time';
import { intentStatusLabels } from '~/ui/labels/intent-status-labels';
import { Panel } from '~/ui/layout/panel';
import { MerchantCell } from './payment-table';

/** Orders that no payment leads to. The amount links to the intent. Times are in the merchant's time zone. */
export function IntentTable({
  intents,
  hasMore,
}: Pick<IntentResults | SerializeFrom<IntentResults>, 'intents' | 'hasMore'>) {
  return (
    <Panel title="Payment intents without a payment">
      <Table
        caption="Matching payment intents without a payment, newest first"
        rows={intents}
        rowKey={({ id }) => id}
        columns={[
          {
            title: 'Amount',
            align: 'right',
            cell: ({ id, amount, currency }) => (
              <TextLink to={`/support/intents/${id}`}>
                <span className="sr-only">Payment intent of </span>
                <Money amount={amount} currency={currency} />
              </TextLink>
            ),
          },
          { title: 'Status', cell: ({ status }) => <Badge {...intentStatusLabels[status]} /> },
          { title: 'Merchant', cell: (row) => <MerchantCell {...row} /> },
          {
            title: 'Reference',
            cell: ({ orderId, externalId }) => (
              <span className="line-clamp-2 max-w-48 break-all @4xl:min-w-24" title={orderId ?? externalId}>
                {orderId ?? externalId}
              </span>
            ),
          },
          {
            title: 'Created',
            cell: ({ createdAt, timeZone }) => (
              <TimeZoneContext.Provider value={timeZone}>
                <Time at={createdAt} />
              </TimeZoneContext.Provider>
            ),
          },
        ]}
      />
      <p className="mt-4 text-sm text-ink-soft">
        {hasMore && 'More payment intents match. Add a date or the merchant to narrow the results. '}
        Times are in each merchant’s time zone.
      </p>
    </Panel>
  );
}

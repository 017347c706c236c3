import type { PaymentResult } from '~/support/search/payment-search';
import { CardNumber } from '~/ui/content/card-number';
import { Money } from '~/ui/content/money';
import { Badge, StatusSummary } from '~/ui/content/status-badge';
import { Table } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import { Time, TimeZoneContext } from '~/ui/content/time';
import { getTransactionTypeLabel } from '~/ui/labels/transaction-labels';

/**
 * Payments of several merchants, or of one. The amount links to the timeline. Times are in the merchant's
 * time zone.
 */
export function PaymentTable({
  caption,
  payments,
  isSingleMerchant = false,
}: {
  caption: string;
  payments: readonly PaymentResult[];
  isSingleMerchant?: boolean;
}) {
  const merchantColumn = { title: 'Merchant', cell: (row: PaymentResult) => <MerchantCell {...row} /> };
  return (
    <Table
      caption={caption}
      rows={payments}
      rowKey={({ id }) => id}
      columns={[
        {
          title: 'Amount',
          align: 'right',
          cell: ({ id, type, orderAmount, orderCurrency }) => (
            <TextLink to={`/support/transactions/${id}`}>
              <span className="sr-only">{getTransactionTypeLabel(type)} of </span>
              <Money amount={orderAmount} currency={orderCurrency} />
            </TextLink>
          ),
        },
        {
          title: 'Status',
          cell: (row) => (
            <>
              <StatusSummary {...row} />
              {row.hasFailedRefund && (
                <span className="ml-1.5">
                  <Badge text="Refund failed" tone="negative" />
                </span>
              )}
              {row.type !== 'PAYMENT' && (
                <span className="ml-1.5 text-sm text-ink-soft">{getTransactionTypeLabel(row.type)}</span>
              )}
            </>
          ),
        },
        {
          title: 'Card',
          cell: ({ cardBrand, cardLastFour }) => <CardNumber brand={cardBrand} lastFour={cardLastFour} />,
        },
        ...(isSingleMerchant ? [] : [merchantColumn]),
        {
          title: 'Reference',
          cell: ({ orderId, externalId }) => (
            <span className="line-clamp-2 max-w-48 break-all @4xl:min-w-24" title={orderId ?? externalId}>
              {orderId ?? externalId}
            </span>
          ),
        },
        {
          title: 'When',
          cell: ({ createdAt, timeZone }) => (
            <TimeZoneContext.Provider value={timeZone}>
              <Time at={createdAt} />
            </TimeZoneContext.Provider>
          ),
        },
      ]}
    />
  );
}

/** The merchant and environment in one column, because two would be too wide. */
export function MerchantCell({
  accountId,
  merchant,
  environment,
}: {
  accountId: string;
  merchant: string;
  environment: string;
}) {
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-2 gap-y-1 @3xl:justify-start">
      <TextLink to={`/support/merchants/${accountId}`} className="wrap-anywhere">
        {merchant}
      </TextLink>
      <EnvironmentBadge environment={environment} />
    </span>
  );
}

export function EnvironmentBadge({ environment }: { environment: string }) {
  return environment === 'live' ? (
    <Badge text="Live" tone="positive" />
  ) : (
    <Badge text="Test" tone="caution" />
  );
}

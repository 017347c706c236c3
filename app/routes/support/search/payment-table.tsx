import type { PaymentHit } from '~/support/payment-hits';
import { CardNumber } from '~/ui/card-number';
import { Money } from '~/ui/money';
import { Badge, StatusBadge } from '~/ui/status-badge';
import { Table } from '~/ui/table';
import { TextLink } from '~/ui/text-link';
import { Time, TimeZoneContext } from '~/ui/time';
import { typeWord } from '~/ui/transaction-words';

/** Payments of several merchants, or of one in one environment. The amount leads to each one's story; its time is on its merchant's clock. */
export function PaymentTable({
  caption,
  payments,
  isOfOne = false,
}: {
  caption: string;
  payments: readonly PaymentHit[];
  isOfOne?: boolean;
}) {
  const merchant = { title: 'Merchant', cell: (row: PaymentHit) => <MerchantCell {...row} /> };
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
              <span className="sr-only">{typeWord(type)} of </span>
              <Money amount={orderAmount} currency={orderCurrency} />
            </TextLink>
          ),
        },
        {
          title: 'Status',
          cell: (row) => (
            <>
              <StatusBadge status={row.status} type={row.type} disputed={row} />
              {row.type !== 'PAYMENT' && (
                <span className="ml-1.5 text-sm text-ink-soft">{typeWord(row.type)}</span>
              )}
            </>
          ),
        },
        {
          title: 'Card',
          cell: ({ cardBrand, cardLastFour }) => <CardNumber brand={cardBrand} lastFour={cardLastFour} />,
        },
        ...(isOfOne ? [] : [merchant]),
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

/** Whose, and of which of their environments: one column, because with one for each the list is wider than its card. */
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

import type { SavedCard } from '~/payments/checkout/saved-cards';
import type { MerchantReason } from '~/acquirers/saved-card';
import { merchantReasonLabels } from '~/ui/labels/merchant-reason-labels';
import { CardNumber } from '~/ui/content/card-number';
import { Badge } from '~/ui/content/status-badge';
import { Table } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { formatExpiry } from './expiry-text';

/** Saved cards with their tokens. */
export function SavedCardTable({ cards, mayDelete }: { cards: readonly SavedCard[]; mayDelete: boolean }) {
  return (
    <Table
      caption="Saved cards, newest first"
      rows={cards}
      rowKey={({ id }) => id}
      columns={[
        {
          title: 'Card',
          cell: ({ brand, lastFour, expiry, timesKept, closedAt }) => (
            <>
              <span className="inline-flex flex-wrap items-center justify-end gap-2 @3xl:justify-start">
                <CardNumber brand={brand} lastFour={lastFour} />
                {closedAt && <Badge tone="negative" text="Closed" />}
                {timesKept > 1 && <Badge tone="neutral" text={`Saved ${timesKept} times`} />}
              </span>
              <span className="block text-sm text-ink-soft">Valid until {formatExpiry(expiry)}</span>
            </>
          ),
        },
        {
          title: 'external_id',
          cell: ({ externalId }) => (
            <span className="line-clamp-2 max-w-56 break-all" title={externalId}>
              {externalId}
            </span>
          ),
        },
        {
          title: 'Token',
          cell: ({ id }) => (
            <code className="font-mono text-sm break-all select-all @3xl:inline-block @3xl:min-w-52">
              {id}
            </code>
          ),
        },
        {
          title: 'Charges without the payer',
          cell: ({ merchantReason }) =>
            merchantReason ? merchantReasonLabels[merchantReason as MerchantReason] : 'Not allowed',
        },
        { title: 'Saved', cell: ({ createdAt }) => <Time at={createdAt} /> },
        {
          title: 'Last used',
          cell: ({ lastUsedAt }) =>
            lastUsedAt ? <Time at={lastUsedAt} /> : <span className="text-ink-soft">Never</span>,
        },
        ...(mayDelete
          ? [
              {
                title: 'Action',
                align: 'right' as const,
                cell: ({ id, brand, lastFour }: SavedCard) => (
                  <TextLink to={`/cards/${id}/delete`}>
                    Delete{' '}
                    <span className="sr-only">
                      <CardNumber brand={brand} lastFour={lastFour} />
                    </span>
                  </TextLink>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}

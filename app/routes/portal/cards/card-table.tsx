import type { SavedCard } from '~/payments/checkout/saved-cards';
import type { MerchantReason } from '~/acquirers/saved-card';
import { merchantReasonLabels } from '~/ui/labels/merchant-reason-labels';
import { CardNumber } from '~/ui/content/card-number';
import { Badge } from '~/ui/content/status-badge';
import { Table } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import { CopyButton } from '~/ui/content/copy-button';
import { ShortReference } from '~/ui/content/copyable-reference';
import { ShortTime } from '~/ui/content/time';
import { formatExpiry } from './expiry-text';

/** Saved cards with their tokens. */
export function SavedCardTable({ cards, mayDelete }: { cards: readonly SavedCard[]; mayDelete: boolean }) {
  return (
    <Table
      isList
      isWide
      caption="Saved cards, newest first"
      rows={cards}
      rowKey={({ id }) => id}
      columns={[
        {
          title: 'Card',
          cell: ({ brand, lastFour, timesKept, closedAt }) => (
            <span className="inline-flex flex-wrap items-center gap-2">
              <CardNumber brand={brand} lastFour={lastFour} />
              {closedAt && <Badge tone="negative" text="Closed" />}
              {timesKept > 1 && <Badge tone="neutral" text={`Saved ${timesKept} times`} />}
            </span>
          ),
        },
        { title: 'Valid until', isLabeled: true, cell: ({ expiry }) => formatExpiry(expiry) },
        {
          title: 'Customer',
          cell: ({ customerId, externalId }) =>
            customerId ? (
              <Reference text={customerId} label="customer ID" maxLength={13} />
            ) : (
              <Reference text={externalId} label="external ID" maxLength={13} />
            ),
        },
        {
          title: 'Token',
          cell: ({ id }) => <Reference text={id} label="token" maxLength={10} />,
        },
        {
          title: 'Charges without the payer',
          isLabeled: true,
          cell: ({ merchantReason }) =>
            merchantReason ? merchantReasonLabels[merchantReason as MerchantReason] : 'Not allowed',
        },
        { title: 'Saved', isLabeled: true, cell: ({ createdAt }) => <ShortTime at={createdAt} /> },
        {
          title: 'Last used',
          isLabeled: true,
          cell: ({ lastUsedAt }) =>
            lastUsedAt ? <ShortTime at={lastUsedAt} /> : <span className="text-ink-soft">Never</span>,
        },
        ...(mayDelete
          ? [
              {
                title: 'Action',
                align: 'right' as const,
                cell: ({ id, brand, lastFour }: SavedCard) => (
                  <TextLink to={`/cards/${id}/delete`} className="relative z-10">
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

/** A saved card has no page of its own, so its list copies by keyboard and on a phone. */
function Reference({ text, label, maxLength }: { text: string; label: string; maxLength: number }) {
  return (
    <span className="inline-flex items-center gap-0.5">
      <ShortReference text={text} maxLength={maxLength} />
      <CopyButton text={text} label={`Copy ${label}`} isSmall />
    </span>
  );
}

import type { SerializeFrom } from '@remix-run/node';
import type { LinkItem } from '~/payments/payment-links/payment-link';
import { DescriptionList } from '~/ui/content/description-list';
import { Money } from '~/ui/content/money';
import { Table } from '~/ui/content/table';
import type { LinkSummary } from './link-summary';

/** What payers pay for, as their page says it: the items, or the amounts that they can choose from. */
export function LinkItems({ link }: { link: SerializeFrom<LinkSummary> }) {
  const { chosenAmount, items, currency } = link;
  const price = (amount: number) => <Money amount={amount} currency={currency} />;
  if (chosenAmount)
    return (
      <DescriptionList
        items={[
          ['Lowest amount', price(chosenAmount.minimum)],
          ['Highest amount', price(chosenAmount.maximum)],
          ['Suggested amount', chosenAmount.suggested === undefined ? 'None' : price(chosenAmount.suggested)],
        ]}
      />
    );
  return (
    <Table
      caption="What payers pay for"
      rows={items.map((item, index) => ({ ...item, index }))}
      rowKey={({ index }) => String(index)}
      columns={[
        {
          title: 'Item',
          cell: ({ name, description }) => (
            <span className="wrap-anywhere">
              {name}
              {description && <span className="block text-sm text-ink-soft">{description}</span>}
            </span>
          ),
        },
        { title: 'Quantity', cell: describeQuantity },
        { title: 'Price', align: 'right', cell: ({ unitPrice }) => price(unitPrice) },
      ]}
    />
  );
}

const describeQuantity = ({ quantity, adjustableQuantity: range }: LinkItem): string =>
  range ? `${quantity}; payers can choose ${range.minimum} to ${range.maximum}` : String(quantity);

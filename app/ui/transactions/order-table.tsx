import { Image } from 'lucide-react';
import type { OrderLines } from '~/payments/transactions/order-lines';
import type { Locale } from '~/platform/text/languages';
import { Money } from '../content/money';

const englishMessages = {
  caption: 'Order details',
  item: 'Item',
  amount: 'Amount',
  total: 'Total',
  tax: 'Tax',
  adjustment: 'Adjustment',
};

type Props = {
  order: OrderLines;
  /** Of each line, null for lines without an image. */
  imageUrls?: (string | null)[];
  amount: number;
  currency: string;
  locale?: Locale;
  messages?: typeof englishMessages;
};

/** The lines of an order with their sum, for payers and merchants. */
export function OrderTable({
  order,
  imageUrls = [],
  amount,
  currency,
  locale,
  messages = englishMessages,
}: Props) {
  const price = { currency, locale };
  const hasImages = imageUrls.some((url) => url !== null);
  // Roles, because browsers forget those of rows that aren't laid out as a table.
  return (
    <table role="table" className="block w-full text-start">
      <caption className="sr-only">{messages.caption}</caption>
      <thead role="rowgroup" className="sr-only">
        <tr role="row">
          <th scope="col" role="columnheader">
            {messages.item}
          </th>
          <th scope="col" role="columnheader">
            {messages.amount}
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup" className="block divide-y divide-line">
        {order.lines.map(({ name, description, quantity, unitPrice, total }, i) => (
          <tr key={i} role="row" className={`${rowClass} py-3`}>
            <td role="cell" className={nameClass}>
              <div className="flex gap-3 sm:gap-4">
                {hasImages && <LineImage url={imageUrls[i] ?? null} />}
                <div className="min-w-0">
                  <bdi className="font-medium">{name}</bdi>
                  {description && (
                    <span className="block text-sm text-ink-soft">
                      <bdi>{description}</bdi>
                    </span>
                  )}
                  {quantity > 1 && (
                    <span className="block text-sm text-ink-soft">
                      {quantity} × <Money amount={unitPrice} {...price} />
                    </span>
                  )}
                </div>
              </div>
            </td>
            <td role="cell" className={amountClass}>
              <Money amount={total} {...price} />
            </td>
          </tr>
        ))}
        {order.adjustment && (
          <tr role="row" className={`${rowClass} py-3`}>
            <td role="cell" className={`${nameClass} text-ink-soft`}>
              {messages[order.adjustment.name]}
            </td>
            <td role="cell" className={amountClass}>
              <Money amount={order.adjustment.amount} {...price} />
            </td>
          </tr>
        )}
      </tbody>
      <tfoot role="rowgroup" className="block border-t border-line-strong">
        <tr role="row" className={`${rowClass} pt-3 font-semibold`}>
          <th scope="row" role="rowheader" className={`${nameClass} text-start font-semibold`}>
            {messages.total}
          </th>
          <td role="cell" className={amountClass}>
            <Money amount={amount} {...price} />
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

/** A large amount in large text is below its name. */
const rowClass = 'flex flex-wrap justify-between gap-x-4';
const nameClass = 'block min-w-0 flex-1 basis-40 wrap-anywhere';
const amountClass = 'ms-auto block max-w-full text-end wrap-anywhere [&>bdi]:whitespace-normal';

/** Decorative: the name is next to it. Until it's loaded, or if it can't be, a drawing of an image is in its place. */
function LineImage({ url }: { url: string | null }) {
  if (!url) return <div className="w-12 shrink-0 sm:w-16" />;
  return (
    <div className="relative size-12 shrink-0 overflow-hidden rounded-lg border border-line bg-sunken sm:size-16">
      <Image size={20} aria-hidden="true" className="absolute inset-0 m-auto text-ink-soft" />
      <img
        loading="lazy"
        src={url}
        alt=""
        width={64}
        height={64}
        decoding="async"
        className="absolute inset-0 size-full"
      />
    </div>
  );
}

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
  return (
    <table className="w-full text-start">
      <caption className="sr-only">{messages.caption}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{messages.item}</th>
          <th scope="col">{messages.amount}</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {order.lines.map(({ name, description, quantity, unitPrice, total }, i) => (
          <tr key={i}>
            <td className="py-3 pe-4 max-[15rem]:pe-1 align-top wrap-anywhere">
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
            <td className="py-3 text-end align-top">
              <Money amount={total} {...price} />
            </td>
          </tr>
        ))}
        {order.adjustment && (
          <tr>
            <td className="py-3 pe-4 max-[15rem]:pe-1 text-ink-soft">{messages[order.adjustment.name]}</td>
            <td className="py-3 text-end">
              <Money amount={order.adjustment.amount} {...price} />
            </td>
          </tr>
        )}
      </tbody>
      <tfoot className="border-t border-line-strong">
        <tr>
          <th scope="row" className="pt-3 pe-4 max-[15rem]:pe-1 text-start font-semibold">
            {messages.total}
          </th>
          <td className="pt-3 text-end font-semibold">
            <Money amount={amount} {...price} />
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

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

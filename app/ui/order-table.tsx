import type { OrderLines } from '~/payments/order-lines';
import { Money } from './money';

/** The lines of an order with their sum, as the payer and the merchant both see them. */
export function OrderTable({ order, amount, currency }: { order: OrderLines; amount: number; currency: string }) {
  return (
    <table className="w-full text-left">
      <caption className="sr-only">What the order holds</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Item</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {order.lines.map(({ name, description, quantity, unitPrice, total }, i) => (
          <tr key={i}>
            <td className="py-3 pr-4 align-top wrap-anywhere">
              <span className="font-medium">{name}</span>
              {description && <span className="block text-sm text-ink-soft">{description}</span>}
              {quantity > 1 && (
                <span className="block text-sm text-ink-soft">
                  {quantity} × <Money amount={unitPrice} currency={currency} />
                </span>
              )}
            </td>
            <td className="py-3 text-right align-top">
              <Money amount={total} currency={currency} />
            </td>
          </tr>
        ))}
        {order.rest && (
          <tr>
            <td className="py-3 pr-4 text-ink-soft">{order.rest.name}</td>
            <td className="py-3 text-right">
              <Money amount={order.rest.amount} currency={currency} />
            </td>
          </tr>
        )}
      </tbody>
      <tfoot className="border-t border-line-strong">
        <tr>
          <th scope="row" className="pt-3 pr-4 font-semibold">
            Total
          </th>
          <td className="pt-3 text-right font-semibold">
            <Money amount={amount} currency={currency} />
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

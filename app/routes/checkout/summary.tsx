import { ChevronRight } from 'lucide-react';
import { Money } from '~/ui/money';
import { OrderTable } from '~/ui/order-table';
import type { Bill } from './shown';

const shownOpen = 4;

/** How much is paid, for what. A long order folds up, so that the form stays near. */
export function Summary({ bill }: { bill: Bill }) {
  const { amount, currency, order } = bill;
  const table = <OrderTable order={order} amount={amount} currency={currency} />;
  return (
    <div className="min-w-0">
      <h1>
        <span className="block text-ink-soft">Amount to pay</span>
        <span className="mt-1 block text-4xl font-semibold tracking-tight">
          <Money amount={amount} currency={currency} />
        </span>
      </h1>
      {order.lines.length > 0 && order.lines.length <= shownOpen && <div className="mt-6 lg:mt-8">{table}</div>}
      {order.lines.length > shownOpen && (
        <details className="group mt-6">
          <summary className="inline-flex min-h-11 items-center gap-1.5 font-medium text-accent">
            <ChevronRight size={18} aria-hidden="true" className="transition-transform group-open:rotate-90" />
            Your order: {order.lines.length} items
          </summary>
          <div className="pt-3">{table}</div>
        </details>
      )}
    </div>
  );
}

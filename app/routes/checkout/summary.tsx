import { Money } from '~/ui/money';
import { OrderTable } from '~/ui/order-table';
import { useReading } from './reading';
import type { Bill } from './shown';

const shownOpen = 4;

/** How much is paid, for what. A long order folds up, so that the form stays near. */
export function Summary({ bill }: { bill: Bill }) {
  const { amount, currency, order } = bill;
  const { language, words } = useReading();
  const table = <OrderTable {...{ order, amount, currency, language }} words={words.order} />;
  return (
    <div className="min-w-0">
      <h1>
        <span className="block text-ink-soft">{words.amountToPay}</span>
        <span className="mt-1 block text-4xl font-semibold tracking-tight">
          <Money amount={amount} currency={currency} language={language} />
        </span>
      </h1>
      {order.lines.length > 0 && order.lines.length <= shownOpen && (
        <div className="mt-6 lg:mt-8">{table}</div>
      )}
      {order.lines.length > shownOpen && (
        <details className="mt-6">
          <summary className="inline-flex min-h-11 items-center font-medium text-accent">
            {words.order.folded(order.lines.length)}
          </summary>
          <div className="pt-3">{table}</div>
        </details>
      )}
    </div>
  );
}

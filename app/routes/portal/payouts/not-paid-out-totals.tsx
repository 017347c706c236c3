import type { UnpaidTotal } from '~/payments/payouts/not-paid-out';
import { Money } from '~/ui/content/money';

/** What will be in later payouts, in each currency. */
export function NotPaidOutTotals({ totals }: { totals: readonly UnpaidTotal[] }) {
  return (
    <dl className="mb-6">
      <dt className="text-sm text-ink-soft">Not in a payout yet, before fees</dt>
      <dd>
        <ul className="flex flex-wrap gap-x-6 gap-y-1 text-lg font-semibold">
          {totals.map(({ currency, amount }) => (
            <li key={currency} className="wrap-anywhere [&_bdi]:whitespace-normal">
              <Money amount={amount} currency={currency} />
            </li>
          ))}
        </ul>
      </dd>
    </dl>
  );
}

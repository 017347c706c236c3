import { Money } from '~/ui/content/money';
import { ShortTime } from '~/ui/content/time';

/** A payment intent without an attempt, in one line. */
export function IntentSummary({
  amount,
  currency,
  createdAt,
}: {
  amount: number;
  currency: string;
  createdAt: Date | string;
}) {
  return (
    <>
      Payment intent of <Money amount={amount} currency={currency} />, not attempted, created{' '}
      <ShortTime at={createdAt} />
    </>
  );
}

import clsx from 'clsx';
import { formatAmount } from '~/platform/money';

/** An amount in minor units. Figures of one width, so that columns of them can be compared at a glance. */
export function Money({ amount, currency, className }: { amount: number; currency: string; className?: string }) {
  return (
    <span className={clsx('whitespace-nowrap tabular-nums', className)}>
      {formatAmount(amount, currency)} <span className="text-[0.85em] font-normal text-ink-soft">{currency}</span>
    </span>
  );
}

import clsx from 'clsx';
import { formatAmount } from '~/platform/money';

/** An amount in minor units. Figures of one width, so that columns of them can be compared at a glance. */
export function Money({ amount, currency, className }: { amount: number; currency: string; className?: string }) {
  const text = formatAmount(amount, currency);
  // A currency without a sign of its own has its code in front already.
  if (text.includes(currency)) return <span className={clsx('whitespace-nowrap tabular-nums', className)}>{text}</span>;
  return (
    <span className={clsx('whitespace-nowrap tabular-nums', className)}>
      {text} <span className="text-[0.85em] font-normal text-ink-soft">{currency}</span>
    </span>
  );
}

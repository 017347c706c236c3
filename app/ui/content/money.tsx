import clsx from 'clsx';
import type { Language } from '~/platform/languages';
import { formatAmount } from '~/platform/money';

/** An amount in minor units. Figures of one width, so that columns of them can be compared at a glance. */
export function Money({
  amount,
  currency,
  language,
  className,
}: {
  amount: number;
  currency: string;
  language?: Language;
  className?: string;
}) {
  const text = formatAmount(amount, currency, language);
  return (
    <bdi className={clsx('whitespace-nowrap tabular-nums', className)}>
      {text}
      {/* A currency without a sign of its own has its code there already. */}
      {!text.includes(currency) && (
        <span className="text-[0.85em] font-normal text-ink-soft"> {currency}</span>
      )}
    </bdi>
  );
}

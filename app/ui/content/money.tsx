import clsx from 'clsx';
import type { Language } from '~/platform/text/languages';
import { formatAmount } from '~/platform/money/money';

/** An amount in minor units, with tabular figures so that columns align. */
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
      {/* A currency without its own symbol already shows its code. */}
      {!text.includes(currency) && (
        <span className="text-[0.85em] font-normal text-ink-soft"> {currency}</span>
      )}
    </bdi>
  );
}

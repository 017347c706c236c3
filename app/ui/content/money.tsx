import clsx from 'clsx';
import type { Locale } from '~/platform/text/languages';
import { formatAmount, formatUnambiguousAmount } from '~/platform/money/money';

type Props = {
  amount: number;
  currency: string;
  locale?: Locale;
  /** Whether the currency must be clear everywhere in the world. */
  isUnambiguous?: boolean;
  className?: string;
};

/** An amount in minor units, with tabular figures so that columns align. */
export function Money({ amount, currency, locale, isUnambiguous = false, className }: Props) {
  return (
    <bdi className={clsx('whitespace-nowrap tabular-nums', className)}>
      {(isUnambiguous ? formatUnambiguousAmount : formatAmount)(amount, currency, locale)}
    </bdi>
  );
}

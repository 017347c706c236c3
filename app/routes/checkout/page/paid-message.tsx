import type { PaidAmounts } from '~/payments/checkout/paid-amounts';
import { usePageLocale } from '../page-locale';

type Props = { amounts: PaidAmounts; currency: string; merchant: string };

/** What the payer paid, and what is held or was refunded. */
export function PaidMessage({ amounts: { taken, held, refunded, chargedBack }, currency, merchant }: Props) {
  const { messages, amount } = usePageLocale();
  const format = (value: number) => amount({ amount: value, currency });
  return [
    ...(taken > 0 ? [messages.paid.taken(format(taken), merchant)] : []),
    ...(held > 0 ? [messages.paid.held(format(held), merchant)] : []),
    ...(chargedBack > 0 ? [messages.paid.chargedBack(format(chargedBack))] : []),
    ...(refunded > 0 ? [messages.paid.refunded(format(refunded))] : []),
  ].join(' ');
}

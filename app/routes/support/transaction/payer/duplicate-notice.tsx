import type { PaymentFacts } from '~/payments/transactions/payment-facts';
import { formatAmount } from '~/platform/money/money';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { Banner } from '~/ui/layout/banner';

/**
 * Warns that a payer may have paid twice, and says which of the payments was refunded. `payments`: this one and the closest
 * of the `count` payments. `isMore`: there may be others.
 */
export function DuplicateNotice({
  paymentId,
  payments,
  count,
  isMore,
}: {
  paymentId: string;
  payments: readonly PaymentFacts[];
  count: number;
  isMore: boolean;
}) {
  const { orderAmount, orderCurrency } = payments[0]!;
  const times = isMore ? `at least ${count} times` : count === 2 ? 'twice' : `${count} times`;
  return (
    <div className="mb-6">
      <Banner
        tone="caution"
        title={`Possible duplicate: ${formatAmount(orderAmount, orderCurrency)} was approved ${times}`}
      >
        <ul>
          {payments.map((payment) => (
            <li key={payment.id}>
              {payment.id === paymentId ? (
                'This payment'
              ) : (
                <TextLink to={`/support/transactions/${payment.id}`}>
                  The payment of <Time at={payment.createdAt} />
                </TextLink>
              )}
              : {describeReturn(payment)}
            </li>
          ))}
        </ul>
        {count > payments.length && <p>These are the closest ones.</p>}
      </Banner>
    </div>
  );
}

/** What became of the money: "refunded in full". */
function describeReturn(payment: PaymentFacts): string {
  const { status, amountCaptured, amountRefunded, refundReserved, chargebackOpen, amountChargedBack } =
    payment;
  if (status === 'VOIDED') return 'voided';
  if (status === 'EXPIRED') return 'expired and released';
  if (amountCaptured === 0) return 'on hold';
  if (amountRefunded > 0 && amountRefunded === amountCaptured) return 'refunded in full';
  const parts = [
    [amountRefunded, 'refunded'],
    [refundReserved, 'being refunded'],
    [chargebackOpen, 'in an open chargeback'],
    [amountChargedBack, 'charged back'],
  ] as const;
  const texts = parts.flatMap(([amount, state]) =>
    amount > 0 ? [`${formatAmount(amount, payment.orderCurrency)} ${state}`] : [],
  );
  return texts.join(', ') || 'not refunded';
}

import clsx from 'clsx';
import {
  describeRefundedAmount,
  getOperationStatusLabel,
  getDetailedStatusLabel,
  type StatusDetails,
  type Tone,
  type StatusLabel,
} from '../labels/transaction-labels';

const toneClasses: Record<Tone, string> = {
  positive: 'badge-check bg-positive-soft text-positive',
  caution: 'badge-alert bg-caution-soft text-caution',
  negative: 'badge-cross bg-negative-soft text-negative',
  accent: 'badge-dot bg-accent-soft text-accent',
  neutral: 'badge-dashes bg-sunken text-ink-soft',
};

/**
 * A label with an icon and a color, so that none carries the meaning alone. The icon comes from the style
 * sheet, because lists show it in every row.
 */
export function Badge({ text, tone }: StatusLabel) {
  return <span className={clsx('badge', toneClasses[tone])}>{text}</span>;
}

export function StatusBadge({
  status,
  type,
  details,
}: {
  status: string;
  type: string;
  details: StatusDetails;
}) {
  return <Badge {...getDetailedStatusLabel(status, type, details)} />;
}

type Props = StatusDetails & { status: string; type: string; orderCurrency: string };

/** For lists: the badge, and how much of a payment was refunded. */
export function StatusSummary(transaction: Props) {
  const { status, type, orderCurrency } = transaction;
  const refunded = type === 'PAYMENT' && describeRefundedAmount(orderCurrency, transaction);
  return (
    <>
      <StatusBadge status={status} type={type} details={transaction} />
      {refunded && (
        <>
          {/* The badge's baseline is that of its icon. */}{' '}
          <span
            className={clsx(
              'align-[2px] text-sm whitespace-nowrap text-ink-soft tabular-nums',
              // Beside a badge that is as long as this, it would push the other columns out of the list.
              (transaction.chargebackOpen > 0 || transaction.amountChargedBack > 0) && '@3xl:block',
            )}
          >
            {refunded}
          </span>
        </>
      )}
    </>
  );
}

export function OperationBadge({
  status,
  type,
  isAccepted,
}: {
  status: string;
  type: string;
  isAccepted?: boolean;
}) {
  return <Badge {...getOperationStatusLabel(status, type, isAccepted)} />;
}

import clsx from 'clsx';
import {
  disputeStageWord,
  operationStatusWord,
  paymentWord,
  statusWord,
  type Disputed,
  type Tone,
  type Word,
} from './transaction-words';

const looks: Record<Tone, string> = {
  positive: 'badge-check bg-positive-soft text-positive',
  caution: 'badge-alert bg-caution-soft text-caution',
  negative: 'badge-cross bg-negative-soft text-negative',
  accent: 'badge-dot bg-accent-soft text-accent',
  neutral: 'badge-dashes bg-sunken text-ink-soft',
};

/** A word with an icon and a colour, so that no one of the three carries the meaning alone. The icon is the stylesheet's: a list shows it in every row. */
export function Badge({ text, tone }: Word) {
  return <span className={clsx('badge', looks[tone])}>{text}</span>;
}

/** A transaction's status; its type decides the word, of a payment what chargebacks took, and of a chargeback how far it is. */
export function StatusBadge({
  status,
  type,
  disputed,
}: {
  status: string;
  type: string;
  disputed: Disputed;
}) {
  if (type === 'CHARGEBACK' && disputed.disputeStage)
    return <Badge {...disputeStageWord(disputed.disputeStage, disputed.disputeDueBy)} />;
  return <Badge {...(type === 'PAYMENT' ? paymentWord(status, disputed) : statusWord(status, type))} />;
}

export function OperationBadge({ status, type }: { status: string; type: string }) {
  return <Badge {...operationStatusWord(status, type)} />;
}

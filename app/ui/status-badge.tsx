import clsx from 'clsx';
import { CircleAlert, CircleCheck, CircleDashed, CircleDot, CircleX, type LucideIcon } from 'lucide-react';
import { operationStatusWord, paymentWord, statusWord, type Disputed, type Tone, type Word } from './transaction-words';

const looks: Record<Tone, { look: string; icon: LucideIcon }> = {
  positive: { look: 'bg-positive-soft text-positive', icon: CircleCheck },
  caution: { look: 'bg-caution-soft text-caution', icon: CircleAlert },
  negative: { look: 'bg-negative-soft text-negative', icon: CircleX },
  accent: { look: 'bg-accent-soft text-accent', icon: CircleDot },
  neutral: { look: 'bg-sunken text-ink-soft', icon: CircleDashed },
};

/** A word with an icon and a colour, so that no one of the three carries the meaning alone. */
export function Badge({ text, tone }: Word) {
  const { look, icon: Icon } = looks[tone];
  return (
    <span className={clsx('inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-sm font-medium whitespace-nowrap', look)}>
      <Icon size={14} aria-hidden="true" className="shrink-0" />
      {text}
    </span>
  );
}

/** A transaction's status; its type decides the word, and of a payment what chargebacks took. */
export function StatusBadge({ status, type, disputed }: { status: string; type?: string; disputed?: Disputed }) {
  return <Badge {...(type === 'PAYMENT' && disputed ? paymentWord(status, disputed) : statusWord(status, type))} />;
}

export function OperationBadge({ status, type }: { status: string; type: string }) {
  return <Badge {...operationStatusWord(status, type)} />;
}

import type { ReactNode } from 'react';
import { Money } from './money';
import { OperationBadge } from './status-badge';
import { Time } from './time';
import { disputeReasonWord, operationStatusWord, operationWord, type Tone } from './transaction-words';

export type TimelineEntry = {
  id: string;
  type: string;
  status: string;
  amount: number;
  currency: string;
  operator: string;
  reason: string | null;
  externalId: string | null;
  createdAt: Date;
};

const dots: Record<Tone, string> = { positive: 'fill-positive', negative: 'fill-negative', caution: 'fill-caution', accent: 'fill-accent', neutral: 'fill-line-strong' };

/** Operations in the order they happened: what, how much, by whom, why, when. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className="relative space-y-8 before:absolute before:top-2 before:bottom-2 before:left-[5px] before:w-0.5 before:bg-line">
      {entries.map((entry) => (
        <li key={entry.id} className="relative pl-8">
          <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true" className="absolute top-1.5 left-0">
            <circle cx="6" cy="6" r="5" strokeWidth="2" className={`stroke-surface ${dots[operationStatusWord(entry.status, entry.type).tone]}`} />
          </svg>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <h3 className="font-semibold">{operationWord(entry.type)}</h3>
            <Money amount={entry.amount} currency={entry.currency} className="font-semibold" />
          </div>
          <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1">
            <OperationBadge status={entry.status} type={entry.type} />
            <span className="text-sm text-ink-soft">
              <Time at={entry.createdAt} />
            </span>
          </div>
          <dl className="mt-2 space-y-0.5 text-sm">
            <Fact name="By">{entry.operator}</Fact>
            {entry.reason && <Fact name="Reason">{entry.type === 'chargeback' ? disputeReasonWord(entry.reason) : entry.reason}</Fact>}
            {entry.externalId && <Fact name="external_id">{entry.externalId}</Fact>}
            <Fact name="Operation id">
              <span className="font-mono text-[0.8125rem]">{entry.id}</span>
            </Fact>
          </dl>
        </li>
      ))}
    </ol>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-2">
      <dt className="shrink-0 text-ink-soft">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

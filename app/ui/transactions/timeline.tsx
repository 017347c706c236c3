import type { ReactNode } from 'react';
import { Money } from '../content/money';
import { OperationBadge } from '../content/status-badge';
import { Time } from '../content/time';
import {
  getDisputeReasonLabel,
  getOperationStatusLabel,
  getOperationLabel,
  type Tone,
} from '../labels/transaction-labels';

type OperationTimelineEntry = {
  id: string;
  type: string;
  status: string;
  amount: number;
  currency: string;
  operator: string;
  isCaptureRelease: boolean;
  isReturnedRefund: boolean;
  resultKnownAt: Date | null;
  isAccepted: boolean;
  reason: string | null;
  externalId: string | null;
  createdAt: Date;
};

const dotClasses: Record<Tone, string> = {
  positive: 'fill-positive',
  negative: 'fill-negative',
  caution: 'fill-caution',
  accent: 'fill-accent',
  neutral: 'fill-line-strong',
};

/** An operation in the timeline: type, amount, operator, reason, and time. */
export function OperationTimelineItem({
  entry,
  children,
}: {
  entry: OperationTimelineEntry;
  children?: ReactNode;
}) {
  return (
    <li className="relative pl-8">
      <Dot tone={getOperationStatusLabel(entry.status, entry.type, entry.isAccepted).tone} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="font-semibold">{getTitle(entry)}</h3>
        <Money amount={entry.amount} currency={entry.currency} className="font-semibold" />
      </div>
      <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1">
        <OperationBadge status={entry.status} type={entry.type} isAccepted={entry.isAccepted} />
        <span className="text-sm text-ink-soft">
          <Time at={entry.createdAt} />
        </span>
      </div>
      <dl className="mt-2 space-y-0.5 text-sm">
        <Fact name="By">{entry.operator}</Fact>
        {entry.reason && (
          <Fact name="Reason">
            {entry.type === 'chargeback' ? getDisputeReasonLabel(entry.reason) : entry.reason}
          </Fact>
        )}
        {entry.resultKnownAt && (
          <Fact name="Result known">
            <Time at={entry.resultKnownAt} />
          </Fact>
        )}
        {entry.externalId && <Fact name="External ID">{entry.externalId}</Fact>}
        <Fact name="Operation ID">
          <span className="font-mono text-[0.8125rem]">{entry.id}</span>
        </Fact>
      </dl>
      {children}
    </li>
  );
}

function getTitle({ type, isCaptureRelease, isReturnedRefund }: OperationTimelineEntry): string {
  if (isReturnedRefund) return 'Refund returned by the bank';
  return isCaptureRelease ? 'Hold release' : getOperationLabel(type);
}

/** Another entry in a line or two: what happened, its result, and the time. */
export function EventTimelineItem({ tone, at, children }: { tone: Tone; at: Date; children: ReactNode }) {
  return (
    <li className="relative pl-8 text-sm">
      <Dot tone={tone} small />
      <p className="wrap-anywhere">{children}</p>
      <p className="text-ink-soft">
        <Time at={at} />
      </p>
    </li>
  );
}

/** Lists entries in chronological order. */
export function TimelineList({ children }: { children: ReactNode }) {
  return (
    <ol className="relative space-y-6 before:absolute before:top-2 before:bottom-2 before:left-[5px] before:w-0.5 before:bg-line">
      {children}
    </ol>
  );
}

function Dot({ tone, small }: { tone: Tone; small?: boolean }) {
  return (
    <svg
      viewBox="0 0 12 12"
      width="12"
      height="12"
      aria-hidden="true"
      className={small ? 'absolute top-1 left-0' : 'absolute top-1.5 left-0'}
    >
      <circle
        cx="6"
        cy="6"
        r={small ? 3.5 : 5}
        strokeWidth="2"
        className={`stroke-surface ${dotClasses[tone]}`}
      />
    </svg>
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

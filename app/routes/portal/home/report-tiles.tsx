import type { ReactNode } from 'react';
import type { Totals } from '~/payments/reporting/report';
import { pluralize } from '~/platform/text/pluralize';
import { Money } from '~/ui/content/money';
import { Sparkline } from '~/ui/content/sparkline';
import {
  formatApproved,
  formatChange,
  formatEarlierRate,
  formatPoints,
  formatRate,
  getApprovalRate,
  muchMore,
} from './report-labels';

type Props = { totals: Totals; before: Totals; currency: string; parts: readonly Totals[] };

/** The four most important figures, each with its previous value. */
export function ReportTiles({ totals, before, currency, parts }: Props) {
  const course = (name: keyof Totals) => <Sparkline values={parts.map((part) => part[name])} />;
  const money = (amount: number) => <Money amount={amount} currency={currency} />;
  return (
    <dl className="grid gap-x-6 gap-y-5 sm:grid-cols-2 xl:grid-cols-4">
      <Tile
        name="Captured"
        value={money(totals.captured)}
        note="by capture date"
        was={money(before.captured)}
        change={formatChange(totals.captured, before.captured)}
        sparkline={course('captured')}
      />
      <Tile
        name="Authorization rate"
        value={formatRate(totals)}
        note={formatApproved(totals)}
        was={formatEarlierRate(before)}
        change={formatPoints(totals, before)}
        sparkline={<Sparkline values={parts.map(getApprovalRate)} />}
      />
      <Tile
        name="Refunds"
        value={money(totals.refunded)}
        note={pluralize(totals.refunds, 'refund')}
        was={money(before.refunded)}
        change={formatChange(totals.refunded, before.refunded)}
        sparkline={course('refunded')}
      />
      <Tile
        name="Chargebacks"
        value={money(totals.chargedBack)}
        note={
          <>
            {totals.chargebacks.toLocaleString('en-US')} opened, {totals.losses.toLocaleString('en-US')} lost
            {totals.losses > 0 && <> ({money(totals.lost)})</>}
          </>
        }
        was={money(before.chargedBack)}
        change={formatChange(totals.chargedBack, before.chargedBack)}
        sparkline={course('chargedBack')}
      />
    </dl>
  );
}

/** A figure. `before` names the compared time: "before", "last Friday". */
export function Tile({
  name,
  value,
  note,
  was,
  before = 'before',
  change,
  sparkline,
}: {
  name: string;
  value: ReactNode;
  note?: ReactNode;
  was: ReactNode;
  before?: string;
  change: string | null;
  sparkline?: ReactNode;
}) {
  return (
    <div className="flex min-w-0 flex-col border-l-2 border-line pl-4">
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="flex grow items-end justify-between gap-x-4 gap-y-1.5 sm:flex-col sm:items-stretch">
        <div className="min-w-0">
          {/* The largest amounts of some currencies break. */}
          <p className="text-2xl font-semibold tracking-tight wrap-anywhere tabular-nums [&_bdi]:whitespace-normal">
            {value}
          </p>
          {note && <p className="text-sm">{note}</p>}
          <p className="text-sm text-ink-soft">
            {change === muchMore ? (
              <>
                {muchMore} the {was} {before}
              </>
            ) : (
              <>
                {was} {before}
                {change && `, ${change}`}
              </>
            )}
          </p>
        </div>
        {sparkline && <div className="w-1/3 shrink-0 sm:w-auto">{sparkline}</div>}
      </dd>
    </div>
  );
}

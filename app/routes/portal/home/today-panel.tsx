import type { SerializeFrom } from '@remix-run/node';
import { useContext } from 'react';
import { pluralize } from '~/platform/text/pluralize';
import { Money } from '~/ui/content/money';
import { TimeZoneContext } from '~/ui/content/time';
import { formatShortTime } from '~/ui/content/time-format';
import { Panel } from '~/ui/layout/panel';
import type { Today } from './read-today';
import { formatApproved, formatChange, formatEarlierRate, formatPoints, formatRate } from './report-labels';
import { Tile } from './report-tiles';
import { TodayChart } from './today-chart';

/** Today until now, compared with the same weekday until the same time. */
export function TodayPanel({ today }: { today: Today | SerializeFrom<Today> }) {
  const timeZone = useContext(TimeZoneContext);
  const { currency, totals, lastWeek, hours } = today;
  const now = new Date(today.now);
  const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone }).format(now);
  const before = `last ${weekday}`;
  const money = (amount: number) => <Money amount={amount} currency={currency} />;
  return (
    <Panel
      title="Today"
      action={
        <p className="text-sm text-ink-soft">
          In {currency}, as of {formatShortTime(now, timeZone)}, compared with {before} at the same time
        </p>
      }
    >
      <div className="grid grid-cols-1 items-start gap-x-8 gap-y-6 xl:grid-cols-[18rem_minmax(0,1fr)]">
        <dl className="grid gap-x-6 gap-y-5 sm:grid-cols-3 xl:grid-cols-1">
          <Tile
            name="Approved payments"
            value={money(totals.approvedAmount)}
            note={pluralize(totals.approved, 'payment')}
            was={money(lastWeek.approvedAmount)}
            before={before}
            change={formatChange(totals.approvedAmount, lastWeek.approvedAmount)}
          />
          <Tile
            name="Authorization rate"
            value={formatRate(totals)}
            note={formatApproved(totals)}
            was={formatEarlierRate(lastWeek)}
            before={before}
            change={formatPoints(totals, lastWeek)}
          />
          <Tile
            name="Refunds"
            value={money(totals.refundedAmount)}
            note={pluralize(totals.refunds, 'refund')}
            was={money(lastWeek.refundedAmount)}
            before={before}
            change={formatChange(totals.refundedAmount, lastWeek.refundedAmount)}
          />
        </dl>
        <TodayChart hours={hours} currency={currency} before={before} />
      </div>
    </Panel>
  );
}

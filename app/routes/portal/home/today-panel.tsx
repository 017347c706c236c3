import type { SerializeFrom } from '@remix-run/node';
import { useContext } from 'react';
import { formatAmount } from '~/platform/money/money';
import { pluralize } from '~/platform/text/pluralize';
import { ChartValues } from '~/ui/content/chart-values';
import { Money } from '~/ui/content/money';
import { toPoints } from '~/ui/content/sparkline';
import { TimeZoneContext } from '~/ui/content/time';
import { formatShortTime } from '~/ui/content/time-format';
import { Panel } from '~/ui/layout/panel';
import type { Today } from './read-today';
import { formatChange, formatRate } from './report-labels';
import { formatPoints, Tile } from './report-tiles';

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
          As of {formatShortTime(now, timeZone)}, compared with {before} at the same time
        </p>
      }
    >
      <div className="grid grid-cols-1 items-center gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
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
            note={`${totals.approved} of ${totals.approved + totals.declined} approved`}
            was={lastWeek.approved + lastWeek.declined ? formatRate(lastWeek) : 'No payments'}
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

function TodayChart({ hours, currency, before }: Pick<Today, 'hours' | 'currency'> & { before: string }) {
  const soFar = hours.flatMap(({ today }) => today ?? []);
  const maximum = Math.max(...hours.map(({ today, lastWeek }) => Math.max(today ?? 0, lastWeek)));
  const describe = ({ label, today, lastWeek }: Today['hours'][number]) =>
    [
      today !== null && `${formatAmount(today, currency)} today`,
      `${formatAmount(lastWeek, currency)} ${before}${label === 'Now' ? ' by the end of this hour' : ''}`,
    ]
      .filter(Boolean)
      .join(', ');
  return (
    <div className="min-w-0">
      <figure>
        <figcaption className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <span className="font-medium">Approved since midnight</span>
          <span className="flex gap-4 text-sm text-ink-soft">
            <LegendItem name="Today" className="line-now" />
            <LegendItem name={before[0]!.toUpperCase() + before.slice(1)} className="line-before" />
          </span>
        </figcaption>
        <ChartValues
          title="Approved since midnight"
          scale={formatAmount(maximum, currency)}
          values={hours.map((hour) => `${hour.label}: ${describe(hour)}`)}
          axis={['00:00', '12:00', '24:00']}
        >
          {(active) => (
            <svg
              aria-hidden="true"
              viewBox={`0 0 ${hours.length} 100`}
              preserveAspectRatio="none"
              className="h-36 w-full overflow-visible border-y border-line"
            >
              {active !== null && <rect x={active} width="1" height="100" className="fill-sunken" />}
              {maximum > 0 && (
                <>
                  <polyline
                    points={toPoints([0, ...hours.map(({ lastWeek }) => lastWeek)], maximum)}
                    className="line-before"
                  />
                  <polyline points={toPoints([0, ...soFar], maximum)} className="line-now" />
                </>
              )}
            </svg>
          )}
        </ChartValues>
      </figure>
      <details className="mt-3 text-sm">
        <summary className="inline-flex min-h-9 items-center font-medium text-accent">View as table</summary>
        <table className="mt-2 w-full text-right tabular-nums [&_td]:py-1 [&_th]:py-1 [&_th]:font-medium [&_th:first-child]:text-left">
          <caption className="sr-only">Approved since midnight, in {currency}</caption>
          <thead className="border-b border-line text-ink-soft">
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Today</th>
              <th scope="col">{before[0]!.toUpperCase() + before.slice(1)}</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {hours.map(({ label, today, lastWeek }, index) => (
              <tr key={index}>
                <th scope="row">{label}</th>
                <td>{today === null ? '–' : formatAmount(today, currency)}</td>
                <td>{formatAmount(lastWeek, currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  );
}

function LegendItem({ name, className }: { name: string; className: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <svg viewBox="0 0 20 10" width="20" height="10" aria-hidden="true">
        <line x1="0" x2="20" y1="5" y2="5" className={className} />
      </svg>
      {name}
    </span>
  );
}

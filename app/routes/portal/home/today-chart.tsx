import { formatAmount } from '~/platform/money/money';
import { roundUp, toPoints } from '~/ui/content/chart-scale';
import { ChartValues } from '~/ui/content/chart-values';
import type { Today } from './read-today';

type Props = Pick<Today, 'hours' | 'currency'> & {
  /** "last Friday" */
  before: string;
};

/** What was approved since midnight, hour by hour: today as a line up to now, and the whole day a week ago as another. */
export function TodayChart({ hours, currency, before }: Props) {
  const title = 'Approved since midnight';
  const beforeTitle = before[0]!.toUpperCase() + before.slice(1);
  const maximum = roundUp(Math.max(...hours.map(({ today, lastWeek }) => Math.max(today ?? 0, lastWeek))));
  const soFar = hours.flatMap(({ end, today }) => (today === null ? [] : [[end, today] as const]));
  const format = (amount: number) => formatAmount(amount, currency);
  return (
    <div className="min-w-0">
      <figure>
        <figcaption className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <span className="font-medium">{title}</span>
          <span className="flex gap-4 text-sm text-ink-soft">
            <LegendItem name="Today" className="line-now" />
            <LegendItem name={beforeTitle} className="line-before" />
          </span>
        </figcaption>
        <ChartValues
          title={title}
          scale={format(maximum)}
          values={hours.map(
            ({ label, today, lastWeek }) =>
              `${label}: ${today === null ? '' : `${format(today)} today, `}${format(lastWeek)} ${before}`,
          )}
          axis={['00:00', '12:00', '24:00']}
          start={soFar.length - 1}
        >
          {(active) => (
            <svg
              aria-hidden="true"
              viewBox={`0 0 ${hours.length} 100`}
              preserveAspectRatio="none"
              className="h-44 w-full overflow-visible border-y border-line"
            >
              {active !== null && <rect x={active} width="1" height="100" className="fill-sunken" />}
              <line
                x1="0"
                x2={hours.length}
                y1="50"
                y2="50"
                vectorEffect="non-scaling-stroke"
                className="stroke-line"
              />
              {maximum > 0 && (
                <>
                  <polyline
                    points={toPoints(
                      [[0, 0], ...hours.map(({ end, lastWeek }) => [end, lastWeek] as const)],
                      maximum,
                    )}
                    className="line-before"
                  />
                  <polyline points={toPoints([[0, 0], ...soFar], maximum)} className="line-now" />
                  {/* The end of today's line as a dot: a line without a length, because the chart is stretched. */}
                  <polyline points={toPoints([soFar.at(-1)!, soFar.at(-1)!], maximum)} className="line-end" />
                </>
              )}
            </svg>
          )}
        </ChartValues>
      </figure>
      <details className="mt-2 text-sm">
        <summary className="inline-flex min-h-9 items-center font-medium text-accent">View as table</summary>
        <table className="mt-2 w-full text-right tabular-nums [&_td]:py-1 [&_th]:py-1 [&_th]:font-medium [&_th:first-child]:text-left">
          <caption className="sr-only">
            {title}, in {currency}
          </caption>
          <thead className="border-b border-line text-ink-soft">
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Today</th>
              <th scope="col">{beforeTitle}</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {hours.map(({ label, today, lastWeek }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{today === null ? '–' : format(today)}</td>
                <td>{format(lastWeek)}</td>
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

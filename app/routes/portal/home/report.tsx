import type { SerializeFrom } from '@remix-run/node';
import { formatAmount } from '~/platform/money/money';
import { Banner } from '~/ui/layout/banner';
import { BarChart } from '~/ui/content/bar-chart';
import { Panel } from '~/ui/layout/panel';
import { Time } from '~/ui/content/time';
import { formatDate } from '~/ui/content/time-format';
import type { readReport } from './read-report';
import { ReportTable } from './report-table';
import { ReportTiles } from './report-tiles';
import { PeriodChoice } from './period-choice';
import { formatPeriodDays, formatPartLabel, formatRate, formatZone } from './report-labels';

type Props = { overview: SerializeFrom<typeof readReport> };

/**
 * The totals of a period in one currency, because sums of several would be meaningless. None for a wrong range: they would be
 * those of other days than the person meant.
 */
export function Report({
  overview: { period, currency, currencies, totals, before, parts, asOf, recalculation },
}: Props) {
  const isRangeWrong = Object.keys(period.customRange.problems).length > 0;
  const each = period.byMonth ? 'month' : 'day';
  return (
    <Panel title="Overview">
      {recalculation && (
        <div className="mb-6">
          <Banner
            tone={recalculation.isUnknown ? 'caution' : 'info'}
            title={
              recalculation.isUnknown ? 'This report uses a different time zone' : 'Recalculating your report'
            }
          >
            Days in this report still use the time zone {formatZone(recalculation.currentZone)}.{' '}
            {recalculation.isUnknown
              ? `We can’t calculate it in ${formatZone(recalculation.newZone)}. Choose another time zone in Settings.`
              : `You switched to ${formatZone(recalculation.newZone)}. This report stays complete and updates once the recalculation is done.`}
          </Banner>
        </div>
      )}
      <PeriodChoice period={period} currency={currency} currencies={currencies} />
      {period.customRange.isShortened && !isRangeWrong && (
        <p role="status" className="mb-2 font-medium">
          The longest range is two years, so this one starts on {formatDate(new Date(period.from), 'UTC')}.
        </p>
      )}
      {isRangeWrong ? null : currency ? (
        <>
          <p className="mb-4 text-sm text-ink-soft">
            {formatPeriodDays(period)}, compared with {formatPeriodDays(period.before)}. As of{' '}
            <Time at={asOf} />: newer payments are counted within a minute.
          </p>
          <ReportTiles totals={totals} before={before} currency={currency} parts={parts} />
          <div className="mt-6 grid gap-8 xl:grid-cols-2">
            <BarChart
              title={`Captured by ${each}`}
              formatScale={(size) => formatAmount(size, currency)}
              bars={parts.map((of) => ({
                label: formatPartLabel(of.part),
                text: formatAmount(of.captured, currency),
                pieces: [{ size: of.captured, tone: 'accent' }],
              }))}
            />
            <BarChart
              title={`Payment attempts by ${each}`}
              formatScale={(size) => size.toLocaleString('en-US')}
              legend={[
                { name: 'Approved', tone: 'positive' },
                { name: 'Declined', tone: 'negative' },
              ]}
              bars={parts.map((of) => ({
                label: formatPartLabel(of.part),
                text: `${of.approved.toLocaleString('en-US')} approved, ${of.declined.toLocaleString('en-US')} declined${of.approved + of.declined ? ` (${formatRate(of)})` : ''}`,
                pieces: [
                  { size: of.approved, tone: 'positive' },
                  { size: of.declined, tone: 'negative' },
                ],
              }))}
            />
          </div>
          <details className="mt-4 text-sm">
            <summary className="inline-flex min-h-9 items-center font-medium text-accent">
              View as table
            </summary>
            <ReportTable parts={parts} totals={totals} each={each} currency={currency} />
          </details>
        </>
      ) : (
        <p className="text-ink-soft">
          No activity in this period ({formatPeriodDays(period)}) or the previous one (
          {formatPeriodDays(period.before)}). The last minute isn’t included yet.
        </p>
      )}
    </Panel>
  );
}

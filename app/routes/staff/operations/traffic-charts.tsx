import type { TrafficMinute } from '~/platform/observability/traffic';
import { BarChart } from '~/ui/content/bar-chart';
import { Table } from '~/ui/content/table';

const formatMinute = (at: string) => `${at.slice(11, 16)} UTC`;

/** Requests and latency per minute, as charts and as a table. */
export function TrafficCharts({ name, minutes }: { name: string; minutes: readonly TrafficMinute[] }) {
  const activeMinutes = minutes.filter(({ count }) => count > 0);
  if (!activeMinutes.length)
    return (
      <div>
        <p className="font-medium">{name}</p>
        <p className="text-ink-soft">No requests in this hour yet.</p>
      </div>
    );
  return (
    <div className="min-w-0 space-y-6">
      <BarChart
        title={`${name}: requests per minute`}
        formatScale={(size) => size.toLocaleString('en')}
        legend={[
          { name: 'Succeeded', tone: 'accent' },
          { name: 'Failed', tone: 'negative' },
        ]}
        bars={minutes.map(({ at, count, failed }) => ({
          label: formatMinute(at),
          text: `${count} requests, ${failed} failed`,
          pieces: [
            { size: count - failed, tone: 'accent' },
            { size: failed, tone: 'negative' },
          ],
        }))}
      />
      <BarChart
        title={`${name}: 95th percentile latency`}
        formatScale={(size) => `${size.toLocaleString('en')} ms`}
        bars={minutes.map(({ at, p95Ms }) => ({
          label: formatMinute(at),
          text: p95Ms === null ? 'no requests' : `${p95Ms} ms`,
          pieces: [{ size: p95Ms ?? 0, tone: 'accent' }],
        }))}
      />
      <details>
        <summary className="font-medium">{name}: view as table</summary>
        <div className="mt-4">
          <Table
            caption={`${name}: requests and latency by minute`}
            rows={[...activeMinutes].reverse()}
            rowKey={({ at }) => at}
            columns={[
              {
                title: 'Minute',
                cell: ({ at }) => <span className="whitespace-nowrap">{formatMinute(at)}</span>,
              },
              { title: 'Requests', align: 'right', cell: ({ count }) => count.toLocaleString('en') },
              { title: 'Failed', align: 'right', cell: ({ failed }) => failed.toLocaleString('en') },
              { title: 'Median', align: 'right', cell: ({ p50Ms }) => `${p50Ms} ms` },
              { title: '95% within', align: 'right', cell: ({ p95Ms }) => `${p95Ms} ms` },
            ]}
          />
        </div>
      </details>
    </div>
  );
}

import type { Findings } from '~/platform/config/findings';
import { Banner } from '~/ui/layout/banner';
import { DescriptionList } from '~/ui/content/description-list';
import { Table } from '~/ui/content/table';
import { Time } from '~/ui/content/time';
import { formatBytes, formatSeconds } from './formatting';

type DatabaseHealth = {
  version: string;
  bytes: number;
  connections: { active: number; idle: number; inTransaction: number; most: number };
  longestTransaction: number;
  standbys: readonly { state: string; behindBytes: number }[];
  settings: readonly { name: string; setting: string }[];
  findings: Findings;
  processes: readonly string[];
};
type TableRow = { name: string; bytes: number; live: number; dead: number; vacuumedAt: Date | null };

export function DatabaseStatus({
  database: { version, bytes, connections, longestTransaction, standbys, settings, findings, processes },
}: {
  database: DatabaseHealth;
}) {
  return (
    <>
      <FindingsBanner
        tone="negative"
        title="Not suitable for real money: production mode doesn’t start on this database"
        lines={findings.refusals}
      />
      <FindingsBanner tone="caution" title="Needs fixing" lines={findings.warnings} />
      <DescriptionList
        items={[
          ['PostgreSQL', version],
          ['Size', formatBytes(bytes)],
          [
            'Connections',
            `${connections.active} active, ${connections.idle} idle, ${connections.inTransaction} idle in transaction, of ${connections.most}`,
          ],
          ['Longest transaction', longestTransaction ? formatSeconds(longestTransaction) : 'None'],
          [
            'Standbys',
            standbys.length
              ? standbys
                  .map(({ state, behindBytes }) => `${state}, ${formatBytes(behindBytes)} behind`)
                  .join('; ')
              : 'none',
          ],
          ['Settings', settings.map(({ name, setting }) => `${name} ${setting}`).join(', ')],
          ['Tillway processes', processes.length ? processes.join(', ') : 'only this one'],
        ]}
      />
    </>
  );
}

function FindingsBanner({
  tone,
  title,
  lines,
}: {
  tone: 'negative' | 'caution';
  title: string;
  lines: readonly string[];
}) {
  if (!lines.length) return null;
  return (
    <div className="mb-5">
      <Banner tone={tone} title={title}>
        <ul className="list-disc space-y-1 pl-5">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Banner>
    </div>
  );
}

export function TablesTable({ tables }: { tables: readonly TableRow[] }) {
  return (
    <Table
      caption="The ten largest tables, with PostgreSQL’s estimates of live and dead rows"
      rows={tables}
      rowKey={({ name }) => name}
      columns={[
        { title: 'Table', cell: ({ name }) => <span className="break-all">{name}</span> },
        {
          title: 'Size',
          align: 'right',
          cell: ({ bytes }) => <span className="whitespace-nowrap">{formatBytes(bytes)}</span>,
        },
        { title: 'Live rows', align: 'right', cell: ({ live }) => live.toLocaleString('en') },
        { title: 'Dead rows', align: 'right', cell: ({ dead }) => dead.toLocaleString('en') },
        { title: 'Vacuumed', cell: ({ vacuumedAt }) => (vacuumedAt ? <Time at={vacuumedAt} /> : 'never') },
      ]}
    />
  );
}

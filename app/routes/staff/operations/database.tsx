import { DescriptionList } from '~/ui/description-list';
import { Table } from '~/ui/table';
import { Time } from '~/ui/time';
import { bytesText, durationText } from './words';

type Health = {
  version: string;
  bytes: number;
  connections: { active: number; idle: number; inTransaction: number; most: number };
  longestTransaction: number;
  standbys: readonly { state: string; behindBytes: number }[];
  settings: readonly { name: string; setting: string }[];
  processes: readonly string[];
};
type TableRow = { name: string; bytes: number; live: number; dead: number; vacuumedAt: Date | null };

export function DatabaseFacts({ database: { version, bytes, connections, longestTransaction, standbys, settings, processes } }: { database: Health }) {
  return (
    <DescriptionList
      facts={[
        ['PostgreSQL', version],
        ['Size', bytesText(bytes)],
        ['Connections', `${connections.active} at work, ${connections.idle} idle, ${connections.inTransaction} idle in a transaction, of ${connections.most}`],
        ['Longest transaction', longestTransaction ? durationText(longestTransaction) : 'none open'],
        ['Standbys', standbys.length ? standbys.map(({ state, behindBytes }) => `${state}, ${bytesText(behindBytes)} behind`).join('; ') : 'none'],
        ['Settings', settings.map(({ name, setting }) => `${name} ${setting}`).join(', ')],
        ['Our processes', processes.length ? processes.join(', ') : 'this one alone'],
      ]}
    />
  );
}

export function TablesTable({ tables }: { tables: readonly TableRow[] }) {
  return (
    <Table
      caption="The ten largest tables, with rows that live and rows that wait for vacuum, as PostgreSQL estimates them"
      rows={tables}
      rowKey={({ name }) => name}
      columns={[
        { title: 'Table', cell: ({ name }) => <span className="break-all">{name}</span> },
        { title: 'Size', align: 'right', cell: ({ bytes }) => <span className="whitespace-nowrap">{bytesText(bytes)}</span> },
        { title: 'Live rows', align: 'right', cell: ({ live }) => live.toLocaleString('en') },
        { title: 'Dead rows', align: 'right', cell: ({ dead }) => dead.toLocaleString('en') },
        { title: 'Vacuumed', cell: ({ vacuumedAt }) => (vacuumedAt ? <Time at={vacuumedAt} /> : 'never') },
      ]}
    />
  );
}

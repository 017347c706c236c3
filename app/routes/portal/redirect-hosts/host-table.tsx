import { Table } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';

type Host = { host: string; createdAt: Date | string };

/** The list of hosts, each with a link to remove it. */
export function HostTable({ path, hosts }: { path: string; hosts: readonly Host[] }) {
  return (
    <Table
      caption="Live redirect hosts"
      rows={hosts}
      rowKey={({ host }) => host}
      columns={[
        { title: 'Host', cell: ({ host }) => <code className="font-mono text-sm break-all">{host}</code> },
        { title: 'Added', cell: ({ createdAt }) => <Time at={createdAt} /> },
        {
          title: 'Action',
          align: 'right',
          cell: ({ host }) => (
            <TextLink to={`${path}?remove=${encodeURIComponent(host)}`}>
              Remove<span className="sr-only"> {host}</span>
            </TextLink>
          ),
        },
      ]}
    />
  );
}

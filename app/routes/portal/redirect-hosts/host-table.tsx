import { Button } from '~/ui/button';
import { Form } from '~/ui/form';
import { Table } from '~/ui/table';
import { Time } from '~/ui/time';

type Host = { host: string; createdAt: Date | string };

/** The list, each host with its way out. */
export function HostTable({ path, hosts }: { path: string; hosts: readonly Host[] }) {
  return (
    <Table
      caption="Hosts that payers may be sent to in live"
      rows={hosts}
      rowKey={({ host }) => host}
      columns={[
        { title: 'Host', cell: ({ host }) => <code className="font-mono text-sm break-all">{host}</code> },
        { title: 'Added', cell: ({ createdAt }) => <Time at={createdAt} /> },
        {
          title: 'Action',
          align: 'right',
          cell: ({ host }) => (
            <Form method="post" action={path} reloadDocument>
              <Button type="submit" variant="secondary" size="small" name="remove" value={host}>
                Remove <span className="sr-only">{host}</span>
              </Button>
            </Form>
          ),
        },
      ]}
    />
  );
}

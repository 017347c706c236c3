import { Button } from '~/ui/forms/button';
import { Form } from '~/ui/forms/form';
import { Table } from '~/ui/content/table';
import { Time } from '~/ui/content/time';
import { Panel } from '~/ui/layout/panel';

type Session = { id: string; device: string; address: string; signedInAt: Date; lastUsedAt: Date };

/** The browsers in which a staff member is logged in. */
export function StaffSessionsPanel({ sessions }: { sessions: readonly Session[] }) {
  if (!sessions.length)
    return (
      <Panel title="Sessions">
        <p className="text-ink-soft">Not logged in to the staff area.</p>
      </Panel>
    );
  return (
    <Panel title="Sessions">
      <Table
        caption="Sessions in the staff area"
        rows={sessions}
        rowKey={({ id }) => id}
        columns={[
          { title: 'Device', cell: ({ device }) => device },
          { title: 'IP address', cell: ({ address }) => address || 'Unknown' },
          { title: 'Logged in', cell: ({ signedInAt }) => <Time at={signedInAt} /> },
          { title: 'Last used', cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
        ]}
      />
      <Form method="post" reloadDocument className="mt-5">
        <Button type="submit" variant="secondary" name="change" value="sessions">
          End all sessions
        </Button>
      </Form>
    </Panel>
  );
}

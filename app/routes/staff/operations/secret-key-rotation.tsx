import { Badge } from '~/ui/content/status-badge';
import { Table } from '~/ui/content/table';
import { formatCount } from './formatting';

type KeyRotation = {
  current: string;
  others: readonly { id: string; seals: readonly { label: string; count: number }[] }[];
};

/** Whether the other keys are still in use. */
export function SecretKeyRotation({ rotation: { current, others } }: { rotation: KeyRotation }) {
  return (
    <>
      <p className="mb-6 text-ink-soft">
        On the process that rendered this page, {current} is SECRET_KEY. Other processes may not have
        restarted yet. Every minute, data of the other keys is re-encrypted, and the audit log is signed
        again. Remove an unused key from OTHER_SECRET_KEYS after every process has used the new SECRET_KEY for
        an hour, the lifetime of an access token.
      </p>
      <Table
        caption="Keys in OTHER_SECRET_KEYS and the data encrypted or signed with them"
        rows={others}
        rowKey={({ id }) => id}
        columns={[
          { title: 'Key', cell: ({ id }) => <code>{id}</code> },
          {
            title: 'Status',
            cell: ({ seals }) =>
              seals.length ? <Badge text="In use" tone="caution" /> : <Badge text="Unused" tone="positive" />,
          },
          {
            title: 'Encrypts or signs',
            cell: ({ seals }) =>
              seals.map(({ label, count }) => `${label} ${formatCount(count)}`).join(', ') || 'nothing',
          },
        ]}
      />
    </>
  );
}

import { Badge } from '~/ui/content/status-badge';
import { Table } from '~/ui/content/table';
import { formatCount } from './formatting';

type KeyRotation = {
  current: string;
  others: readonly { id: string; seals: readonly { label: string; count: number }[] }[];
};

/** Whether the keys beside SECRET_KEY are needed still. */
export function SecretKeyRotation({ rotation: { current, others } }: { rotation: KeyRotation }) {
  return (
    <>
      <p className="mb-6 text-ink-soft">
        To the process that drew this page {current} is SECRET_KEY; others may not have been restarted yet.
        What the other keys seal is taken over every minute. A key that seals nothing is taken out of
        OTHER_SECRET_KEYS when every process has had the new one as its SECRET_KEY for an hour, the life of an
        access token.
      </p>
      <Table
        caption="The keys of OTHER_SECRET_KEYS, and what is sealed with them"
        rows={others}
        rowKey={({ id }) => id}
        columns={[
          { title: 'Key', cell: ({ id }) => <code>{id}</code> },
          {
            title: 'State',
            cell: ({ seals }) =>
              seals.length ? (
                <Badge text="Needed" tone="caution" />
              ) : (
                <Badge text="Seals nothing" tone="positive" />
              ),
          },
          {
            title: 'Seals',
            cell: ({ seals }) =>
              seals.map(({ label, count }) => `${label} ${formatCount(count)}`).join(', ') || 'nothing',
          },
        ]}
      />
    </>
  );
}

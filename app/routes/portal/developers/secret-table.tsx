import type { listSecrets } from '~/merchants/secret-list';
import type { Environment } from '~/platform/environment';
import { Badge } from '~/ui/status-badge';
import { Table } from '~/ui/table';
import { Time } from '~/ui/time';

type Secret = Awaited<ReturnType<typeof listSecrets>>[number];

/** Secrets by their last four characters. */
export function SecretTable({ environment, secrets }: { environment: Environment; secrets: readonly Secret[] }) {
  return (
    <Table
      caption={`Client secrets of the ${environment} environment`}
      rows={secrets}
      rowKey={({ id }) => id}
      columns={[
        { title: 'Secret', cell: ({ hint }) => <code className="font-mono text-sm whitespace-nowrap">sk_{environment}_…{hint}</code> },
        { title: 'Status', cell: (secret) => <Badge {...standing(secret)} /> },
        { title: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
        {
          title: 'Last used',
          cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : <span className="text-ink-soft">Never</span>),
        },
        { title: 'Ends', cell: ({ endsAt }) => (endsAt ? <Time at={endsAt} /> : <span className="text-ink-soft">No end set</span>) },
      ]}
    />
  );
}

function standing({ ended, endsAt }: Secret) {
  if (ended) return { text: 'Ended', tone: 'neutral' } as const;
  return endsAt ? ({ text: 'Ending', tone: 'caution' } as const) : ({ text: 'Active', tone: 'positive' } as const);
}

import type { listApiSecrets } from '~/merchants/credentials/api-secrets';
import { pluralize } from '~/platform/text/pluralize';
import type { Environment } from '~/platform/environment';
import { Badge } from '~/ui/content/status-badge';
import { Table } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { Countdown } from './countdown';

type Secret = Awaited<ReturnType<typeof listApiSecrets>>[number];

/** Secrets by their last four characters, with their creators, their use, and the actions to end them. */
export function SecretTable({
  environment,
  secrets,
  now,
}: {
  environment: Environment;
  secrets: readonly Secret[];
  now: Date;
}) {
  return (
    <Table
      caption={`Client secrets of the ${environment} environment`}
      rows={secrets}
      rowKey={({ id }) => id}
      columns={[
        {
          title: 'Secret',
          cell: ({ hint, ...secret }) => (
            <span className="inline-flex flex-col items-end gap-1.5 @3xl:items-start">
              <code className="font-mono text-sm whitespace-nowrap">
                sk_{environment}_…{hint}
              </code>
              <Badge {...getSecretStatus(secret)} />
              {secret.safeToRetire && <Badge text="Safe to revoke" tone="positive" />}
            </span>
          ),
        },
        {
          title: 'Created',
          cell: ({ createdAt, createdBy }) => (
            <>
              <Time at={createdAt} />
              <span className="block text-sm text-ink-soft">by {createdBy ?? 'a former member'}</span>
            </>
          ),
        },
        { title: 'Last used', cell: (secret) => <LastUse {...secret} /> },
        {
          title: 'Used',
          cell: ({ requests, tokens }) => (
            <span className="whitespace-nowrap tabular-nums">
              {pluralize(requests, 'request')}
              <span className="block text-sm text-ink-soft">{pluralize(tokens, 'token')}</span>
            </span>
          ),
        },
        { title: 'Ends', cell: (secret) => <End {...secret} now={now} /> },
        {
          title: 'Action',
          cell: ({ id, hint, ended, endsAt }) =>
            ended ? (
              <span className="text-ink-soft">None</span>
            ) : (
              <TextLink to={`/developers/secrets/${id}/revoke`}>
                {endsAt ? 'Revoke now' : 'Revoke'}
                <span className="sr-only"> …{hint}</span>
              </TextLink>
            ),
        },
      ]}
    />
  );
}

function LastUse({ lastUsedAt, lastAddress }: Pick<Secret, 'lastUsedAt' | 'lastAddress'>) {
  if (!lastUsedAt) return <span className="text-ink-soft">Never</span>;
  return (
    <>
      <Time at={lastUsedAt} />
      {lastAddress && <span className="block text-sm break-all text-ink-soft">from {lastAddress}</span>}
    </>
  );
}

function End({ endsAt, ended, now }: Pick<Secret, 'endsAt' | 'ended'> & { now: Date }) {
  if (!endsAt) return <span className="text-ink-soft">No expiration</span>;
  return (
    <>
      {!ended && (
        <span className="block font-medium">
          <Countdown until={endsAt} now={now} />
        </span>
      )}
      <Time at={endsAt} />
    </>
  );
}

function getSecretStatus({ ended, endsAt }: Pick<Secret, 'ended' | 'endsAt'>) {
  if (ended) return { text: 'Ended', tone: 'neutral' } as const;
  return endsAt
    ? ({ text: 'Ending', tone: 'caution' } as const)
    : ({ text: 'Active', tone: 'positive' } as const);
}

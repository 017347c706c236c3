import type { ApiOperation } from '~/platform/api-operations';
import { prisma } from '~/platform/db.server';
import type { Environment } from '~/platform/environment';
import { statement } from '~/platform/statement.server';

/** How a request with an external_id ended: it did something, brought the first reply again, or clashed with another use of the id. */
export type ApiRequestOutcome = 'executed' | 'replayed' | 'conflicted';

/** A request to the API as it is kept, without anything secret. */
export type ApiRequestRecord = {
  id: string;
  accountId: string;
  environment: Environment;
  secretId: string | null;
  method: string;
  path: string;
  operation: ApiOperation | null;
  status: number;
  code: string | null;
  externalId: string | null;
  outcome: ApiRequestOutcome | null;
  transactionId: string | null;
  intentId: string | null;
  requestBody: string | null;
  responseBody: string | null;
  requestBytes: number | null;
  responseBytes: number | null;
  durationMs: number;
  address: string | null;
  userAgent: string | null;
  createdAt: Date;
};

/** Days that a request is kept. */
const retentionDays = 30;

const columns = {
  id: 'text',
  accountId: 'text',
  environment: 'text',
  secretId: 'text',
  method: 'text',
  path: 'text',
  operation: 'text',
  status: 'int',
  code: 'text',
  externalId: 'text',
  outcome: 'text',
  transactionId: 'text',
  intentId: 'text',
  requestBody: 'text',
  responseBody: 'text',
  requestBytes: 'int',
  responseBytes: 'int',
  durationMs: 'int',
  address: 'text',
  userAgent: 'text',
  createdAt: 'timestamptz',
} as const satisfies Record<keyof ApiRequestRecord, string>;

const columnNames = Object.keys(columns) as (keyof ApiRequestRecord)[];
const toColumnName = (member: string) => member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

// A failed token request names an account without having shown that it is its own: one that does not exist has no log.
const insert = statement<Record<string, unknown[]>, object>(
  'write-api-requests',
  `insert into api_requests (${columnNames.map(toColumnName).join(', ')})
   select r.* from unnest(${columnNames.map((member) => `:${member}::${columns[member]}[]`).join(', ')}) as r (${columnNames.map(toColumnName).join(', ')})
   where exists (select from accounts where id = r.account_id)
   on conflict do nothing`,
);

/** Writes requests into the log that merchants read, in one statement. */
export async function insertApiRequests(records: readonly ApiRequestRecord[]): Promise<void> {
  await insert(
    Object.fromEntries(columnNames.map((member) => [member, records.map((record) => record[member])])),
  );
}

const deleteBatchSize = 5_000;

/** Deletes what is older than 30 days, some thousand rows at a time, so that nothing waits for it. Called by a timer. */
export async function deleteOldApiRequests(stopping: AbortSignal): Promise<void> {
  for (let deleted = deleteBatchSize; deleted === deleteBatchSize && !stopping.aborted;)
    deleted = await prisma.$executeRaw`
      delete from api_requests where id in (
        select id from api_requests where created_at < now() - make_interval(days => ${retentionDays}::int) order by created_at limit ${deleteBatchSize}::int)`;
}

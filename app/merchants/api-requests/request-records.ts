import type { ApiOperation } from '~/platform/api-description/api-operations';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import type { Environment } from '~/platform/environment';
import { defineStatement, toColumnName } from '~/platform/database/statement.server';

/** The result of a request with an external_id: executed, replayed, or conflicted. */
export type ApiRequestOutcome = 'executed' | 'replayed' | 'conflicted';

/** A stored API request, without secrets. */
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

export const requestRetentionDays = 30;

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

// A failed token request names an account without proof. Nonexistent accounts have no log.
const insert = defineStatement<Record<string, unknown[]>, object>(
  'write-api-requests',
  `insert into api_requests (${columnNames.map(toColumnName).join(', ')})
   select r.* from unnest(${columnNames.map((member) => `:${member}::${columns[member]}[]`).join(', ')}) as r (${columnNames.map(toColumnName).join(', ')})
   where exists (select from accounts where id = r.account_id)
   on conflict do nothing`,
);

/** Writes requests to the merchants' request logs in one statement. */
export async function insertApiRequests(records: readonly ApiRequestRecord[]): Promise<void> {
  await insert(
    Object.fromEntries(columnNames.map((member) => [member, records.map((record) => record[member])])),
  );
}

const deleteBatchSize = 5_000;

/**
 * Deletes requests after 30 days, a few thousand rows at a time to avoid long locks. IDs sort by time. Called by a timer.
 */
export async function deleteOldApiRequests(stopping: AbortSignal): Promise<void> {
  const before = createId('req', Date.now() - requestRetentionDays * 86_400_000);
  for (let deleted = deleteBatchSize; deleted === deleteBatchSize && !stopping.aborted;)
    deleted = await prisma.$executeRaw`
      delete from api_requests where id in (
        select id from api_requests where id < ${before} order by id limit ${deleteBatchSize}::int)`;
}

import { prisma } from '~/platform/database/db.server';
import type { ApiOperation } from '~/platform/api-description/api-operations';
import type { Environment } from '~/platform/environment';
import { getIdLowerBound } from '~/platform/ids';
import { Prisma } from '~/platform/prisma/client';
import type { TimeSpan } from '~/platform/time/days';
import type { ApiRequestOutcome, ApiRequestRecord } from './request-records';

type RequestScope = { accountId: string; environment: Environment };

type RequestFilter = TimeSpan & {
  /** The first digit of the status: 2, 4, or 5. */
  statusClass?: number;
  /** Only rejected or failed requests. */
  rejected?: true;
  operation?: ApiOperation;
  code?: string;
  externalId?: string;
  secretId?: string;
};

/** A row of the list. */
export type ApiRequestLine = Pick<
  ApiRequestRecord,
  | 'id'
  | 'method'
  | 'path'
  | 'operation'
  | 'status'
  | 'code'
  | 'externalId'
  | 'outcome'
  | 'durationMs'
  | 'createdAt'
> & {
  /** If the response says that the bank declined the payment, capture, void, or refund. */
  declineCode: string | null;
};

/** The operations whose response says what the bank decided. */
const decidedOperations: ApiOperation[] = ['createTransaction', 'operateOnTransaction', 'createRefund'];

const isDecided = (operation: string | null) => decidedOperations.some((name) => name === operation);

function parseDeclineCode(responseBody: string | null): string | null {
  const { decline } = (responseBody ? JSON.parse(responseBody) : {}) as { decline?: { code?: unknown } };
  return typeof decline?.code === 'string' ? decline.code : null;
}

/** The maximum number of rows that one page searches. */
const maxScannedRequests = 10_000;

/**
 * A merchant's requests, newest first. `older`: where the next page starts, null at the end. A page searches
 * at most 10,000 requests, so it can be short or empty and still have an older one: `cutShort`.
 * @param older the ID below which the page starts
 */
export async function listApiRequests({
  accountId,
  environment,
  older,
  limit = 25,
  scanLimit = maxScannedRequests,
  from,
  before,
  ...filter
}: RequestScope & RequestFilter & { older?: string; limit?: number; scanLimit?: number }) {
  const { statusClass, rejected, operation, code, externalId, secretId } = filter;
  const joinConditions = (conditions: (Prisma.Sql | false | undefined)[]) =>
    Prisma.join(
      conditions.filter((condition) => condition instanceof Prisma.Sql),
      ' and ',
    );
  const rangeCondition = joinConditions([
    Prisma.sql`account_id = ${accountId} and environment = ${environment}`,
    older !== undefined && Prisma.sql`id < ${older}`,
    before && Prisma.sql`id < ${getIdLowerBound('req', before)}`,
    from && Prisma.sql`id >= ${getIdLowerBound('req', from)}`,
    externalId !== undefined && Prisma.sql`external_id = ${externalId}`,
    // As a literal, so that PostgreSQL can use the partial indexes of failed requests. Only errors have a
    // code.
    statusClass !== undefined &&
      Prisma.raw(`status between ${Number(statusClass)}00 and ${Number(statusClass)}99`),
    (code !== undefined || rejected) && Prisma.raw('status >= 400'),
  ]);
  const filterCondition = joinConditions([
    Prisma.sql`true`,
    operation !== undefined && Prisma.sql`operation = ${operation}`,
    code !== undefined && Prisma.sql`code = ${code}`,
    secretId !== undefined && Prisma.sql`secret_id = ${secretId}`,
  ]);
  const newest = Prisma.sql`select id, method, path, operation, status, code, external_id, outcome, duration_ms, secret_id, created_at from api_requests where ${rangeCondition} order by id desc limit ${scanLimit}::int`;
  const found = await prisma.$queryRaw<(ApiRequestLine & { responseBody: string | null })[]>`
    select id, method, path, operation, status, code, external_id as "externalId", outcome, duration_ms as "durationMs", created_at as "createdAt",
      (select response_body from api_requests r where r.id = newest.id and r.operation = any (${decidedOperations})) as "responseBody"
    from (${newest}) newest where ${filterCondition} order by id desc limit ${limit + 1}::int`;
  const requests = found
    .slice(0, limit)
    .map(({ responseBody, ...line }) => ({ ...line, declineCode: parseDeclineCode(responseBody) }));
  if (found.length > limit) return { requests, older: requests.at(-1)!.id, cutShort: false };
  const [last] = await prisma.$queryRaw<
    { id: string }[]
  >`select id from api_requests where ${rangeCondition} order by id desc offset ${scanLimit - 1}::int limit 1`;
  return { requests, older: last?.id ?? null, cutShort: last !== undefined };
}

/** A request with all stored details. */
export async function findApiRequest({ accountId, environment, id }: RequestScope & { id: string }) {
  const found = await prisma.apiRequest.findFirst({ where: { id, accountId, environment } });
  const secret =
    found?.secretId &&
    (await prisma.apiSecret.findFirst({ where: { id: found.secretId, accountId }, select: { hint: true } }));
  return (
    found && {
      ...found,
      outcome: found.outcome as ApiRequestOutcome | null,
      declineCode: isDecided(found.operation) ? parseDeclineCode(found.responseBody) : null,
      secretHint: secret ? secret.hint : null,
    }
  );
}

/** All secrets that an account ever had in an environment, newest first, for the filter. */
export function listSecretHints({ accountId, environment }: RequestScope) {
  return prisma.apiSecret.findMany({
    where: { accountId, environment },
    orderBy: { id: 'desc' },
    take: 50,
    select: { id: true, hint: true },
  });
}

/**
 * The latest requests that conflicted with an earlier use of their external_id, with the differing fields.
 */
export async function findIdempotencyConflicts({
  accountId,
  environment,
  externalId,
}: RequestScope & { externalId: string }) {
  const found = await prisma.$queryRaw<{ id: string; createdAt: Date; responseBody: string | null }[]>`
    select id, created_at as "createdAt", response_body as "responseBody"
    from (select * from api_requests where account_id = ${accountId} and environment = ${environment} and external_id = ${externalId} order by id desc limit ${maxScannedRequests}::int) newest
    where outcome = 'conflicted' order by id desc limit 10`;
  return found.map(({ id, createdAt, responseBody }) => ({
    id,
    createdAt,
    differing: parseDifferingFields(responseBody),
  }));
}

function parseDifferingFields(responseBody: string | null): string[] {
  const { differing_fields: fields } = (responseBody ? JSON.parse(responseBody) : {}) as {
    differing_fields?: unknown;
  };
  return Array.isArray(fields) ? fields.filter((field) => typeof field === 'string') : [];
}

import { prisma } from '~/platform/db.server';
import type { ApiOperation } from '~/platform/api-operations';
import type { Environment } from '~/platform/environment';
import { idBound } from '~/platform/ids';
import { Prisma } from '~/platform/prisma/client';
import type { Span } from '~/platform/days';
import type { ApiRequestOutcome, ApiRequestRecord } from './request-records';

type RequestScope = { accountId: string; environment: Environment };

type RequestFilter = Span & {
  /** The first digit of the status: 2, 4 or 5. */
  statusClass?: number;
  /** Those alone that were refused or failed. */
  refused?: true;
  operation?: ApiOperation;
  code?: string;
  externalId?: string;
  secretId?: string;
};

/** A line of the list. */
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
>;

/** Rows that one page looks through at most, however few of them match. */
const maxScannedRequests = 10_000;

/**
 * A merchant's requests, newest first. `older` is where the next page begins, null when there is none. A page looks through
 * 10,000 requests at most, so it may hold fewer than it could, or none, and yet have an older one: `cutShort`.
 * @param older the id below which the page begins
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
  const { statusClass, refused, operation, code, externalId, secretId } = filter;
  const joinConditions = (conditions: (Prisma.Sql | false | undefined)[]) =>
    Prisma.join(
      conditions.filter((condition) => condition instanceof Prisma.Sql),
      ' and ',
    );
  const rangeCondition = joinConditions([
    Prisma.sql`account_id = ${accountId} and environment = ${environment}`,
    older !== undefined && Prisma.sql`id < ${older}`,
    before && Prisma.sql`id < ${idBound('req', before)}`,
    from && Prisma.sql`id >= ${idBound('req', from)}`,
    externalId !== undefined && Prisma.sql`external_id = ${externalId}`,
    // As a number in the text, by which PostgreSQL knows the indexes of those that failed. An error alone has a code.
    statusClass !== undefined &&
      Prisma.raw(`status between ${Number(statusClass)}00 and ${Number(statusClass)}99`),
    (code !== undefined || refused) && Prisma.raw('status >= 400'),
  ]);
  const filterCondition = joinConditions([
    Prisma.sql`true`,
    operation !== undefined && Prisma.sql`operation = ${operation}`,
    code !== undefined && Prisma.sql`code = ${code}`,
    secretId !== undefined && Prisma.sql`secret_id = ${secretId}`,
  ]);
  const newest = Prisma.sql`select id, method, path, operation, status, code, external_id, outcome, duration_ms, secret_id, created_at from api_requests where ${rangeCondition} order by id desc limit ${scanLimit}::int`;
  const found = await prisma.$queryRaw<ApiRequestLine[]>`
    select id, method, path, operation, status, code, external_id as "externalId", outcome, duration_ms as "durationMs", created_at as "createdAt"
    from (${newest}) newest where ${filterCondition} order by id desc limit ${limit + 1}::int`;
  const requests = found.slice(0, limit);
  if (found.length > limit) return { requests, older: requests.at(-1)!.id, cutShort: false };
  const [last] = await prisma.$queryRaw<
    { id: string }[]
  >`select id from api_requests where ${rangeCondition} order by id desc offset ${scanLimit - 1}::int limit 1`;
  return { requests, older: last?.id ?? null, cutShort: last !== undefined };
}

/** One request with all that is kept of it. */
export async function findApiRequest({ accountId, environment, id }: RequestScope & { id: string }) {
  const found = await prisma.apiRequest.findFirst({ where: { id, accountId, environment } });
  const secret =
    found?.secretId &&
    (await prisma.apiSecret.findFirst({ where: { id: found.secretId, accountId }, select: { hint: true } }));
  return (
    found && {
      ...found,
      outcome: found.outcome as ApiRequestOutcome | null,
      secretHint: secret ? secret.hint : null,
    }
  );
}

/** Every secret that an account ever had in an environment, to choose from: newest first. */
export function listSecretHints({ accountId, environment }: RequestScope) {
  return prisma.apiSecret.findMany({
    where: { accountId, environment },
    orderBy: { id: 'desc' },
    take: 50,
    select: { id: true, hint: true },
  });
}

/** The latest requests that clashed with an earlier use of their external_id, with the fields that differed. */
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

import type { AcquirerName } from '~/acquirers/acquirer-names';
import { queryRows } from '~/platform/database/query.server';
import type { Environment } from '~/platform/environment';
import { Prisma } from '~/platform/prisma/client';
import { reportedKinds } from './discrepancies';

/**
 * A discrepancy for staff. `resolution`: what staff decided. `needsDecision`: staff must resolve it, because reconciliation
 * can't.
 */
export type ListedDiscrepancy = {
  id: string;
  environment: Environment;
  kind: string;
  subject: string;
  expected: string;
  found: string;
  foundAt: Date;
  resolvedAt: Date | null;
  resolution: string | null;
  transactionId: string | null;
  connection: { id: string; name: string; acquirer: AcquirerName } | null;
  needsDecision: boolean;
};

type Row = Omit<ListedDiscrepancy, 'connection' | 'needsDecision'> & {
  connectionId: string | null;
  connectionName: string;
  acquirer: AcquirerName;
};

/** Discrepancies, newest first, including those without a transaction. `before`: for the next page, null at the end. */
export async function listDiscrepancies({
  isOpen = false,
  before,
  limit = 50,
}: {
  isOpen?: boolean;
  /** The last ID of a page. The next one starts below it. */
  before?: string;
  limit?: number;
}): Promise<{ discrepancies: ListedDiscrepancy[]; before: string | null }> {
  const found = await selectDiscrepancies(Prisma.sql`
    select * from discrepancies where ${isOpen ? Prisma.sql`resolved_at is null` : Prisma.sql`true`}
      ${before ? Prisma.sql`and id < ${before}::bigint` : Prisma.empty} order by id desc limit ${limit + 1}`);
  const discrepancies = found.slice(0, limit);
  return { discrepancies, before: found.length > limit ? discrepancies.at(-1)!.id : null };
}

export async function findDiscrepancy(id: string): Promise<ListedDiscrepancy | null> {
  const [found] = await selectDiscrepancies(Prisma.sql`select * from discrepancies where id = ${id}::bigint`);
  return found ?? null;
}

async function selectDiscrepancies(selected: Prisma.Sql): Promise<ListedDiscrepancy[]> {
  const rows = await queryRows<Row>(Prisma.sql`
    select d.id::text, d.environment, d.kind, d.subject, d.expected, d.found, d.found_at as "foundAt",
      d.resolved_at as "resolvedAt", d.resolution, t.id as "transactionId",
      c.id as "connectionId", c.name as "connectionName", c.acquirer
    from (${selected}) d left join transactions t on t.id = d.transaction_id
      left join acquirer_connections c on c.id = coalesce(d.connection_id, t.connection_id)
    order by d.id desc`);
  return rows.map(({ connectionId, connectionName, acquirer, ...row }) => ({
    ...row,
    connection: connectionId === null ? null : { id: connectionId, name: connectionName, acquirer },
    needsDecision: reportedKinds.includes(row.kind) && row.resolvedAt === null,
  }));
}

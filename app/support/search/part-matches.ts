import { Prisma } from '~/platform/prisma/client';
import type { PartialReference } from '~/support/query/partial-references';
import { isPartOf } from './text-conditions';

// Finds parts of IDs and references in the indexes of merchants' lists, so that only matching rows are read.

const { sql, join } = Prisma;

/** Of each kind. More matches need a longer part. */
const maximumMatches = 1_000;

/** Keys of payments, the newest ones. `isCut`: there are more. */
export type PartMatches = { ids: string[]; externalIds: string[]; intentIds: string[]; isCut: boolean };

type Match = { kind: 'id' | 'order' | 'external' | 'intent'; key: string };

/**
 * What starts or ends with the part at the scopes' merchants: transactions by their ID, order_id, or external_id, and
 * payment intents.
 * @param scopes rows `w` of accounts and environments, with ranges of IDs
 */
export async function findPartMatches(
  part: PartialReference,
  scopes: Prisma.Sql,
  db: Prisma.TransactionClient,
): Promise<PartMatches> {
  const isOfScope = sql`o.account_id = w.account_id and o.environment = w.environment`;
  const isInRange = sql`o.id >= w.from_id and o.id < w.before_id`;
  // `offset 0` makes PostgreSQL read the index alone.
  const find = (kind: Match['kind'], rows: Prisma.Sql) =>
    sql`(select distinct ${kind} as kind, o.key from ${scopes} cross join lateral (${rows} offset 0) o (text, key) where ${isPartOf(part, sql`o.text`)} order by o.key desc limit ${maximumMatches + 1})`;
  const matches = await db.$queryRaw<Match[]>(
    join(
      [
        find('id', sql`select o.id, o.id from transactions o where ${isOfScope} and ${isInRange}`),
        find('order', sql`select o.order_id, o.id from transactions o where ${isOfScope} and ${isInRange}`),
        // Neither the index of external_ids nor an intent's ID contains the time of the payment.
        find('external', sql`select o.external_id, o.external_id from transactions o where ${isOfScope}`),
        find('intent', sql`select o.id, o.id from payment_intents o where ${isOfScope}`),
      ],
      ' union all ',
    ),
  );
  let isCut = false;
  const listKeys = (kind: Match['kind']) => {
    const keys = matches.filter((match) => match.kind === kind).map(({ key }) => key);
    isCut ||= keys.length > maximumMatches;
    return keys.slice(0, maximumMatches);
  };
  const ids = [...new Set([...listKeys('id'), ...listKeys('order')])];
  return { ids, externalIds: listKeys('external'), intentIds: listKeys('intent'), isCut };
}

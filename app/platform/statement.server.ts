import { pool, type Database } from './db.server';

/** Every statement's text by its name, for those who measure what the database alone makes of it. */
export const statementTexts = new Map<string, string>();

/**
 * Beside an id. Written so that no index serves it: on tables that are still small all indexes look alike, and the plan that
 * reads everything a merchant has would stay when they have grown.
 */
export const ofMerchant =
  'account_id is not distinct from :accountId and environment is not distinct from :environment';

/**
 * A prepared statement with named parameters: `:amount` in the text takes `values.amount`. Every connection parses and
 * plans it once, which is most of what a money operation would otherwise cost. Handed a database transaction it runs in
 * that, unprepared.
 */
export function statement<Values extends object, Row extends object>(name: string, text: string) {
  statementTexts.set(name, text);
  const names: string[] = [];
  const numbered = text.replace(/(?<!:):([a-z]\w*)/gi, (_, parameter: string) => {
    if (!names.includes(parameter)) names.push(parameter);
    return `$${names.indexOf(parameter) + 1}`;
  });
  return async (values: Values, db?: Database): Promise<Row[]> => {
    const ordered = names.map((parameter) => values[parameter as keyof Values]);
    if (db) return db.$queryRawUnsafe<Row[]>(numbered, ...ordered);
    const { rows } = await pool.query({ name, text: numbered, values: ordered });
    return rows as Row[];
  };
}

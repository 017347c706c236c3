import { pool, type Database } from './db.server';

/** Every statement's text by its name, for those who measure what the database alone makes of it. */
export const statementTexts = new Map<string, string>();

/**
 * Beside an id. Written so that no index serves it: on tables that are still small all indexes look alike, and the plan that
 * reads everything a merchant has would stay when they have grown.
 */
export const merchantCondition =
  'account_id is not distinct from :accountId and environment is not distinct from :environment';

/**
 * A prepared statement with named parameters: `:amount` in the text takes `values.amount`. Every connection parses and
 * plans it once, which is most of what a money operation would otherwise cost. Handed a database transaction it runs in
 * that, unprepared.
 */
export function defineStatement<Values extends object, Row extends object>(name: string, text: string) {
  statementTexts.set(name, text);
  const names: string[] = [];
  const positionalText = text.replace(/(?<!:):([a-z]\w*)/gi, (_, parameter: string) => {
    if (!names.includes(parameter)) names.push(parameter);
    return `$${names.indexOf(parameter) + 1}`;
  });
  return async (values: Values, db?: Database): Promise<Row[]> => {
    const orderedValues = names.map((parameter) => values[parameter as keyof Values]);
    if (db) return db.$queryRawUnsafe<Row[]>(positionalText, ...orderedValues);
    const { rows } = await pool.query({ name, text: positionalText, values: orderedValues });
    return rows as Row[];
  };
}

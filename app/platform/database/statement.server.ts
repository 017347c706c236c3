import type pg from 'pg';
import type { Database } from './db.server';
import { queryRows } from './query.server';

/**
 * For use together with an ID. Written so that no index serves it: on small tables all indexes look alike,
 * and a plan that reads all of a merchant's rows would persist after they have grown.
 */
export const merchantCondition =
  'account_id is not distinct from :accountId and environment is not distinct from :environment';

/** The column of a member: `accountId` is in `account_id`. */
export const toColumnName = (member: string) =>
  member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The database's clock in SQL, as milliseconds since 1970. */
export const databaseNowMs = `(extract(epoch from statement_timestamp()) * 1000)::bigint`;

/**
 * A prepared statement with named parameters: `:amount` in the text takes `values.amount`. Every connection
 * parses and plans it once, which saves most of a money operation's cost. In a given database transaction it
 * runs unprepared.
 */
export function defineStatement<Values extends object, Row extends object>(name: string, text: string) {
  const names: string[] = [];
  const positionalText = text.replace(/(?<!:):([a-z]\w*)/gi, (_, parameter: string) => {
    if (!names.includes(parameter)) names.push(parameter);
    return `$${names.indexOf(parameter) + 1}`;
  });
  return (values: Values, db?: Database | pg.Pool): Promise<Row[]> => {
    const orderedValues = names.map((parameter) => values[parameter as keyof Values]);
    return queryRows<Row>({ name, text: positionalText, values: orderedValues }, db);
  };
}

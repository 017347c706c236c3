import pg from 'pg';

/**
 * Amounts are bigint in the database and numbers in the code, which are exact up to 2^53.
 * @throws RangeError beyond that
 */
export function toNumber(value: string | bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} is not a safe integer`);
  return number;
}

/** For a pool: it returns bigint columns as numbers instead of text. Prisma's adapter has its own parsers. */
export const resultTypes: pg.CustomTypesConfig = {
  getTypeParser: ((type: number, format?: 'text') =>
    type === pg.types.builtins.INT8
      ? toNumber
      : pg.types.getTypeParser(type, format)) as pg.CustomTypesConfig['getTypeParser'],
};

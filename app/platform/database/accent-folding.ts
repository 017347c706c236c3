import { Prisma } from '~/platform/prisma/client';

// Callers and callees spell names without accents: "Jose Garcia" is "José García". Letters that aren't composed of a
// letter and an accent, such as "ø", stay.

/** Lowercase and without accents. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();

/** The same for a column. A row takes a microsecond more than with `lower` alone. */
export const foldColumn = (column: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`lower(regexp_replace(normalize(${column}, NFKD), '[\\u0300-\\u036f]', '', 'g'))`;

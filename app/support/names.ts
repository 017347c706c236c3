import { prisma } from '~/platform/db.server';
import { Prisma } from '~/platform/prisma/client';

const { sql } = Prisma;

// Merchants and people by words of their names. There are as many accounts as merchants, so that reading their names is nothing.

/** Merchants among whom payments are looked for, when a name fits several. */
const mostNamed = 200;
const fewestLetters = 3;

/** `words`: those of the words that the names were found by, all of them when any name holds all. */
type Named<Row> = { found: Row[]; words: string[] };

/** Merchants whose name holds all the words, also written as one; when none does, those that most of the words begin a word of. */
export function findMerchantsNamed(
  words: readonly string[],
): Promise<Named<{ id: string; name: string; mode: string; status: string }>> {
  return findNamed(
    words,
    (fits) => prisma.$queryRaw`
    select * from (select n.id, n.name, n.mode, n.status, ${fits} as fits from accounts n) n where cardinality(fits) > 0 order by cardinality(fits) desc, length(name), name, id limit ${mostNamed}`,
  );
}

/** People of merchants, in the same way. */
export function findPeopleNamed(words: readonly string[], limit: number): Promise<Named<{ id: string }>> {
  return findNamed(
    words,
    (fits) => prisma.$queryRaw`
    select id, fits from (select n.id, n.name, ${fits} as fits from users n where exists (select from members m where m.user_id = n.id)) n where cardinality(fits) > 0 order by cardinality(fits) desc, length(name), id limit ${limit}`,
  );
}

async function findNamed<Row>(
  words: readonly string[],
  find: (fits: Prisma.Sql) => Promise<(Row & { fits: number[] })[]>,
): Promise<Named<Row>> {
  const [escaped, glued] = [
    words.map((word) => word.replace(/[\\%_]/g, '\\$&')),
    words.join('').replace(/[^\p{L}\p{N}]/gu, ''),
  ];
  const ways = [
    { name: sql`n.name`, patterns: escaped.map((word) => `%${word}%`), fewest: words.length },
    {
      name: sql`regexp_replace(n.name, '[^[:alnum:]]', '', 'g')`,
      patterns: glued.length < fewestLetters ? [] : [`%${glued}%`],
      fewest: 1,
    },
    {
      name: sql`' ' || n.name`,
      patterns: escaped.map((word) => (word.length < fewestLetters ? '' : `% ${word}%`)),
      fewest: 1,
    },
  ];
  for (const { name, patterns, fewest } of ways.filter(({ patterns }) => patterns.length)) {
    const rows = await find(
      sql`array(select i::int from unnest(${patterns}::text[]) with ordinality x (pattern, i) where ${name} ilike pattern)`,
    );
    const best = rows[0]?.fits.length ?? 0;
    if (best < fewest) continue;
    const found = rows.filter(({ fits }) => fits.length === best);
    return {
      found,
      words:
        patterns.length < words.length
          ? [...words]
          : words.filter((_, i) => found.some(({ fits }) => fits.includes(i + 1))),
    };
  }
  return { found: [], words: [] };
}

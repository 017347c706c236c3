import { prisma } from '~/platform/database/db.server';
import { Prisma } from '~/platform/prisma/client';
import { foldColumn, foldText } from '~/platform/database/accent-folding';
import { escapePattern } from './like-pattern';

const { sql } = Prisma;

// Finds merchants and people by words of their names. There is one account per merchant, so reading all names
// is cheap.

/** The most merchants among which payments are searched when a name matches several. */
const maximumMatches = 200;
const minimumLetters = 3;

/** `words`: the words that matched the names; all of them if a name contains all. */
type NameMatches<Row> = { found: Row[]; terms: string[] };

/**
 * Merchants whose name contains all the words, also written as one. If there is none, those that match the
 * start of the most words.
 */
export function findMerchantsByName(
  terms: readonly string[],
): Promise<NameMatches<{ id: string; name: string; mode: string; status: string }>> {
  return findByName(
    terms,
    (fits) => prisma.$queryRaw`
    select * from (select n.id, n.name, n.mode, n.status, ${fits} as fits from accounts n) n where cardinality(fits) > 0 order by cardinality(fits) desc, length(name), name, id limit ${maximumMatches}`,
  );
}

/** Merchants' people, in the same way. */
export function findPeopleByName(
  terms: readonly string[],
  limit: number,
): Promise<NameMatches<{ id: string }>> {
  return findByName(
    terms,
    (fits) => prisma.$queryRaw`
    select id, fits from (select n.id, n.name, ${fits} as fits from users n where exists (select from members m where m.user_id = n.id)) n where cardinality(fits) > 0 order by cardinality(fits) desc, length(name), id limit ${limit}`,
  );
}

/** Several merchants may have the same name. */
export async function findMerchantsByExactName(name: string | undefined) {
  if (!name) return [];
  return prisma.account.findMany({
    where: { name },
    select: { id: true, name: true, mode: true, status: true },
    take: maximumMatches,
  });
}

export async function findPeopleByExactName(name: string | undefined): Promise<string[]> {
  if (!name) return [];
  const people = await prisma.user.findMany({
    where: { name, members: { some: {} } },
    select: { id: true },
    take: maximumMatches,
  });
  return people.map(({ id }) => id);
}

async function findByName<Row>(
  terms: readonly string[],
  find: (fits: Prisma.Sql) => Promise<(Row & { fits: number[] })[]>,
): Promise<NameMatches<Row>> {
  const folded = terms.map(foldText);
  const [escaped, joinedTerms] = [folded.map(escapePattern), folded.join('').replace(/[^\p{L}\p{N}]/gu, '')];
  const strategies = [
    { name: sql`f.name`, patterns: escaped.map((term) => `%${term}%`), minimumFits: terms.length },
    {
      name: sql`regexp_replace(f.name, '[^[:alnum:]]', '', 'g')`,
      patterns: joinedTerms.length < minimumLetters ? [] : [`%${joinedTerms}%`],
      minimumFits: 1,
    },
    {
      name: sql`' ' || f.name`,
      patterns: escaped.map((term) => (term.length < minimumLetters ? '' : `% ${term}%`)),
      minimumFits: 1,
    },
  ];
  for (const { name, patterns, minimumFits } of strategies.filter(({ patterns }) => patterns.length)) {
    const rows = await find(
      sql`array(select i::int from (select ${foldColumn(sql`n.name`)} as name offset 0) f cross join unnest(${patterns}::text[]) with ordinality x (pattern, i) where ${name} like pattern)`,
    );
    const best = rows[0]?.fits.length ?? 0;
    if (best < minimumFits) continue;
    const found = rows.filter(({ fits }) => fits.length === best);
    return {
      found,
      terms:
        patterns.length < terms.length
          ? [...terms]
          : terms.filter((_, i) => found.some(({ fits }) => fits.includes(i + 1))),
    };
  }
  return { found: [], terms: [] };
}

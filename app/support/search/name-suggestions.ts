import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { prisma } from '~/platform/database/db.server';
import { isSimilarSpelling, spellingDistance } from './spelling';

/** A name that is spelled almost like some of the words, those words, and the number of different letters. */
export type NameSuggestion = { name: string; terms: string[]; distance: number };

const maximumSuggestions = 3;
/** Only the newest accounts are compared. */
const maximumNames = 20_000;
/** Words after these are ignored in a longer text. */
const maximumTerms = 8;
const namesPerTurn = 1_000;

/** Names of merchants and of their people for words that match no name, the closest first. */
export async function suggestNames(
  terms: readonly string[],
): Promise<{ merchants: NameSuggestion[]; people: NameSuggestion[] }> {
  if (!terms.length) return { merchants: [], people: [] };
  const newest = { select: { name: true }, orderBy: { id: 'desc' }, take: maximumNames } as const;
  const [accounts, users] = await Promise.all([
    prisma.account.findMany(newest),
    prisma.user.findMany({ ...newest, where: { members: { some: {} } } }),
  ]);
  const findClosest = (rows: readonly { name: string }[]) =>
    findClosestNames([...new Set(rows.map(({ name }) => name))], terms);
  return { merchants: await findClosest(accounts), people: await findClosest(users) };
}

/** The closest name, unless another one is as close. */
export function pickClosestName([closest, next]: readonly NameSuggestion[]): NameSuggestion | null {
  if (!closest) return null;
  const isClear = !next || next.terms.length < closest.terms.length || next.distance > closest.distance;
  return isClear ? closest : null;
}

/**
 * The same for any names. Spellings are compared in this process, so it yields to other work now and then.
 */
export async function findClosestNames(
  names: readonly string[],
  allTerms: readonly string[],
): Promise<NameSuggestion[]> {
  const terms = [...new Set(allTerms)].slice(0, maximumTerms);
  const [distances, found]: [Map<string, Map<string, number>>, NameSuggestion[]] = [new Map(), []];
  const distancesTo = (part: string) =>
    distances.get(part) ??
    distances
      .set(
        part,
        new Map(
          terms
            .filter((term) => isSimilarSpelling(term, part))
            .map((term) => [term, spellingDistance(term.toLowerCase(), part)]),
        ),
      )
      .get(part)!;
  for (const [i, name] of names.entries()) {
    if (i % namesPerTurn === 0) await yieldToEventLoop();
    const suggestion = compareName(name, terms, distancesTo);
    if (suggestion.terms.length) found.push(suggestion);
  }
  return found
    .sort(
      (a, b) => b.terms.length - a.terms.length || a.distance - b.distance || a.name.length - b.name.length,
    )
    .slice(0, maximumSuggestions);
}

function compareName(
  name: string,
  terms: readonly string[],
  distancesTo: (part: string) => Map<string, number>,
): NameSuggestion {
  const [joinedName, joinedTerms] = [
    name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase(),
    terms.join('').toLowerCase(),
  ];
  if (isSimilarSpelling(joinedTerms, joinedName))
    return { name, terms: [...terms], distance: spellingDistance(joinedTerms, joinedName) };
  const parts = name
    .toLowerCase()
    .split(/[^\p{L}\p{N}'’]+/u)
    .filter(Boolean)
    .map(distancesTo);
  const suggestion = terms.filter((term) => parts.some((part) => part.has(term)));
  return {
    name,
    terms: suggestion,
    distance: suggestion.reduce(
      (sum, term) => sum + Math.min(...parts.map((part) => part.get(term) ?? Infinity)),
      0,
    ),
  };
}

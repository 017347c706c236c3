import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { prisma } from '~/platform/database/db.server';
import { isSimilarSpelling, spellingDistance } from './spelling';

/** A merchant's name that is spelled almost like some of the words, and those words. */
type NameSuggestion = { name: string; terms: string[] };

const maximumSuggestions = 3;
/** Only the newest accounts are compared. */
const maximumNames = 20_000;
/** Words after these are ignored in a longer text. */
const maximumTerms = 8;
const namesPerTurn = 1_000;

/** Suggestions for words that match no name, the closest first. */
export async function suggestNames(terms: readonly string[]): Promise<NameSuggestion[]> {
  if (!terms.length) return [];
  const accounts = await prisma.account.findMany({
    select: { name: true },
    orderBy: { id: 'desc' },
    take: maximumNames,
  });
  return findClosestNames([...new Set(accounts.map(({ name }) => name))], terms);
}

/**
 * The same for any names. Spellings are compared in this process, so it yields to other work now and then.
 */
export async function findClosestNames(
  names: readonly string[],
  allTerms: readonly string[],
): Promise<NameSuggestion[]> {
  const terms = [...new Set(allTerms)].slice(0, maximumTerms);
  const [distances, found]: [Map<string, Map<string, number>>, (NameSuggestion & { distance: number })[]] = [
    new Map(),
    [],
  ];
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
    .slice(0, maximumSuggestions)
    .map(({ name, terms }) => ({ name, terms }));
}

function compareName(
  name: string,
  terms: readonly string[],
  distancesTo: (part: string) => Map<string, number>,
): NameSuggestion & { distance: number } {
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

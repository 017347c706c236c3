import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { prisma } from '~/platform/database/db.server';
import { isSimilarSpelling, spellingDistance } from './spelling';

/** A merchant's name that is nearly spelled as some words are, and which of the words. */
type NameSuggestion = { name: string; terms: string[] };

const maximumSuggestions = 3;
/** In so many of the newest accounts. */
const maximumNames = 20_000;
/** Of a longer text the others count for nothing. */
const maximumTerms = 8;
const namesPerTurn = 1_000;

/** What was perhaps meant by words that are nobody's name, the nearest first. */
export async function suggestNames(terms: readonly string[]): Promise<NameSuggestion[]> {
  if (!terms.length) return [];
  const accounts = await prisma.account.findMany({
    select: { name: true },
    orderBy: { id: 'desc' },
    take: maximumNames,
  });
  return findClosestNames([...new Set(accounts.map(({ name }) => name))], terms);
}

/** The same of any names. Spellings are compared in the process, so that it turns to others now and then. */
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

import { setImmediate as othersTurn } from 'node:timers/promises';
import { prisma } from '~/platform/db.server';
import { seemsLike, spellingDistance } from './spelling';

/** A merchant's name that is nearly spelled as some words are, and which of the words. */
type NearName = { name: string; words: string[] };

const mostSuggested = 3;
/** In so many of the newest accounts. */
const mostRead = 20_000;
/** Of a longer text the others count for nothing. */
const mostWords = 8;
const namesPerTurn = 1_000;

/** What was perhaps meant by words that are nobody's name, the nearest first. */
export async function findNearNames(words: readonly string[]): Promise<NearName[]> {
  if (!words.length) return [];
  const accounts = await prisma.account.findMany({
    select: { name: true },
    orderBy: { id: 'desc' },
    take: mostRead,
  });
  return nearestOf([...new Set(accounts.map(({ name }) => name))], words);
}

/** The same of any names. Spellings are compared in the process, so that it turns to others now and then. */
export async function nearestOf(names: readonly string[], allWords: readonly string[]): Promise<NearName[]> {
  const words = [...new Set(allWords)].slice(0, mostWords);
  const [distances, found]: [Map<string, Map<string, number>>, (NearName & { distance: number })[]] = [
    new Map(),
    [],
  ];
  const distancesTo = (part: string) =>
    distances.get(part) ??
    distances
      .set(
        part,
        new Map(
          words
            .filter((word) => seemsLike(word, part))
            .map((word) => [word, spellingDistance(word.toLowerCase(), part)]),
        ),
      )
      .get(part)!;
  for (const [i, name] of names.entries()) {
    if (i % namesPerTurn === 0) await othersTurn();
    const near = nearness(name, words, distancesTo);
    if (near.words.length) found.push(near);
  }
  return found
    .sort(
      (a, b) => b.words.length - a.words.length || a.distance - b.distance || a.name.length - b.name.length,
    )
    .slice(0, mostSuggested)
    .map(({ name, words }) => ({ name, words }));
}

function nearness(
  name: string,
  words: readonly string[],
  distancesTo: (part: string) => Map<string, number>,
): NearName & { distance: number } {
  const [whole, glued] = [name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase(), words.join('').toLowerCase()];
  if (seemsLike(glued, whole)) return { name, words: [...words], distance: spellingDistance(glued, whole) };
  const parts = name
    .toLowerCase()
    .split(/[^\p{L}\p{N}'’]+/u)
    .filter(Boolean)
    .map(distancesTo);
  const near = words.filter((word) => parts.some((part) => part.has(word)));
  return {
    name,
    words: near,
    distance: near.reduce(
      (sum, word) => sum + Math.min(...parts.map((part) => part.get(word) ?? Infinity)),
      0,
    ),
  };
}

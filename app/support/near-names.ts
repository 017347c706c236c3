import { prisma } from '~/platform/db.server';
import { seemsLike, spellingDistance } from './spelling';

/** A merchant's name that is nearly spelled as some words are, and which of the words. */
export type NearName = { name: string; words: string[] };

const mostSuggested = 3;
/** In so many of the newest accounts. */
const mostRead = 20_000;

/** What was perhaps meant by words that are nobody's name, the nearest first. */
export async function findNearNames(words: readonly string[]): Promise<NearName[]> {
  if (!words.length) return [];
  const accounts = await prisma.account.findMany({ select: { name: true }, orderBy: { id: 'desc' }, take: mostRead });
  const names = [...new Set(accounts.map(({ name }) => name))].map((name) => nearness(name, words)).filter((near) => near.words.length > 0);
  return names.sort((a, b) => b.words.length - a.words.length || a.distance - b.distance || a.name.length - b.name.length).slice(0, mostSuggested).map(({ name, words }) => ({ name, words }));
}

function nearness(name: string, words: readonly string[]): NearName & { distance: number } {
  const [whole, glued] = [name.replace(/[^\p{L}\p{N}]/gu, ''), words.join('')];
  if (seemsLike(glued, whole)) return { name, words: [...words], distance: spellingDistance(glued.toLowerCase(), whole.toLowerCase()) };
  const parts = name.split(/[^\p{L}\p{N}'’]+/u).filter(Boolean);
  const near = words.filter((word) => parts.some((part) => seemsLike(word, part)));
  const distances = near.map((word) => Math.min(...parts.map((part) => spellingDistance(word.toLowerCase(), part.toLowerCase()))));
  return { name, words: near, distance: distances.reduce((sum, distance) => sum + distance, 0) };
}

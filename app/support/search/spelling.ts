// Pure: whether two words are spelled almost alike.

/**
 * The number of letters that were omitted, inserted, changed or swapped with their neighbor, counted up to
 * three.
 */
export function spellingDistance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return 3;
  let [before, row] = [[] as number[], Array.from({ length: other.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      next[j] = Math.min(
        row[j]! + 1,
        next[j - 1]! + 1,
        row[j - 1]! + Number(!isSame),
        isSwapped ? before[j - 2]! + 1 : Infinity,
      );
    }
    if (Math.min(...next) > 2) return 3;
    [before, row] = [row, next];
  }
  return Math.min(row[other.length]!, 3);
}

/** Longer words may contain more mistakes. Too many short words differ by only one letter. */
export function isSimilarSpelling(word: string, known: string): boolean {
  const [one, other] = [word.toLowerCase(), known.toLowerCase()];
  return spellingDistance(one, other) <= (other.length >= 7 ? 2 : other.length >= 4 ? 1 : 0);
}

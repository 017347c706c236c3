/**
 * The first page of what several scans found, in the list's order. A scan that reads a limited number of rows misses matches
 * behind its last row, so nothing behind the first such row may be shown, however much the other scans found there.
 * @param found IDs; one more than the limit tells that there is another page
 * @param stop the last row of the scan that stopped first, null if all were read to their end
 * @returns `end`: the ID after which the next page starts, null at the end of the list
 */
export function takeCompletePage(
  found: readonly string[],
  { limit, stop, isAscending = false }: { limit: number; stop: string | null; isAscending?: boolean },
): { ids: string[]; end: string | null } {
  const complete = found.filter((id) => stop === null || (isAscending ? id <= stop : id >= stop));
  const ids = complete.slice(0, limit);
  return { ids, end: complete.length > limit ? ids.at(-1)! : stop };
}

/**
 * Maps the items one after the other, for queries of one database transaction, whose connection runs one at a time, and for
 * many queries, which would take all connections.
 */
export async function mapInSequence<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await map(item));
  return results;
}

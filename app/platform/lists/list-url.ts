import { toTextLine } from '~/platform/text/line-input';

type QueryValue = string | readonly string[] | null | undefined;

/** The address of a list: its filters by name, and where one is in it, in the order they are given. What is empty stands in no address. */
export function buildListUrl(path: string, parts: Record<string, QueryValue>): string {
  const query = new URLSearchParams();
  for (const [name, part] of Object.entries(parts))
    for (const value of [part ?? []].flat()) if (value) query.append(name, value);
  return query.size ? `${path}?${query}` : path;
}

/** All that stands in an address, by name. */
export function readQueryParts(query: URLSearchParams): Record<string, string[]> {
  return Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name)]));
}

/** What stands in an address under a name, where anybody may have typed anything: one line, of several the first, '' for nothing. */
export function readTextParameter(query: URLSearchParams, name: string): string {
  return toTextLine(query.get(name) ?? '');
}

/** The one of some values that stands in an address under a name; anything else filters nothing. */
export function readOption<Value extends string>(
  query: URLSearchParams,
  name: string,
  values: readonly Value[],
): Value | undefined {
  return values.find((value) => value === query.get(name));
}

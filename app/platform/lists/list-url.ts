import { toTextLine } from '~/platform/text/line-input';

type QueryValue = string | readonly string[] | null | undefined;

/** The URL of a list: its filters by name and the position, in the given order. Empty values are omitted. */
export function buildListUrl(path: string, parts: Record<string, QueryValue>): string {
  const query = new URLSearchParams();
  for (const [name, part] of Object.entries(parts))
    for (const value of [part ?? []].flat()) if (value) query.append(name, value);
  return query.size ? `${path}?${query}` : path;
}

/** All query parameters by name. */
export function readQueryParts(query: URLSearchParams): Record<string, string[]> {
  return Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name)]));
}

/** A query parameter, which anyone may have typed: one line, the first of several, '' for none. */
export function readTextParameter(query: URLSearchParams, name: string): string {
  return toTextLine(query.get(name) ?? '');
}

/** The number of the row after which a page of a numbered list begins, in `before`. Undefined for the first page. */
export function readRowPosition(query: URLSearchParams): string | undefined {
  const before = readTextParameter(query, 'before');
  return /^[1-9]\d{0,17}$/.test(before) ? before : undefined;
}

/** A query parameter with one of the given values. Anything else filters nothing. */
export function readOption<Value extends string>(
  query: URLSearchParams,
  name: string,
  values: readonly Value[],
): Value | undefined {
  return values.find((value) => value === query.get(name));
}

import { buildListUrl } from '~/platform/lists/list-url';

export const searchPath = '/support';

/** `clock`: the time zone of times. Absent for each merchant's own. */
export function getSearchUrl({
  q,
  clock,
  before,
}: {
  q: string;
  clock?: string;
  before?: string | null;
}): string {
  return buildListUrl(searchPath, { q, clock, before });
}

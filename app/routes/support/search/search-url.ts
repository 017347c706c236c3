import { buildListUrl } from '~/platform/lists/list-url';

export const searchPath = '/support';

/** `clock`: the zone whose clocks are meant; none for each merchant's own. */
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

import { listAddress } from '~/platform/list-address';

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
  return listAddress(searchPath, { q, clock, before });
}

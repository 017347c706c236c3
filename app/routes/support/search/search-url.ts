import { buildListUrl } from '~/platform/lists/list-url';

export const searchPath = '/support';

/** `clock`: the time zone of times. Absent for each merchant's own. `attempt`: how later pages understand the search. */
export function getSearchUrl({
  q,
  clock,
  before,
  attempt,
}: {
  q: string;
  clock?: string;
  before?: string | null;
  attempt?: number;
}): string {
  return buildListUrl(searchPath, { q, clock, before, attempt: attempt ? String(attempt) : null });
}

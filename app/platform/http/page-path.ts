// How a page is written down that somebody has seen.

/** Carries the address of the person's computer to where a page is written down (pages.ts, which lets no other through). */
export const clientIpHeader = 'x-page-client';

const plainSegment = /^[a-z][a-z.-]{0,40}$/;
const idSegment = /^[a-z]{2,6}_[0-9a-z]{36}$/;
const queryName = /^[a-z][a-z_]{0,29}$/;
/**
 * The path of a page, and the names of what its query asks for without what it says: that may be somebody's name or card. Parts of the
 * path that are no word and no id of ours show as `…`.
 */
export function toPagePath({ pathname, searchParams }: URL): string {
  const parts = pathname
    .split('/')
    .slice(0, 12)
    .map((part) => (part === '' || plainSegment.test(part) || idSegment.test(part) ? part : '…'));
  const names = [...new Set(searchParams.keys())]
    .filter((name) => queryName.test(name) && name !== 'for')
    .slice(0, 10);
  return parts.join('/') + (names.length ? `?${names.join('&')}` : '');
}

// The recorded form of a viewed page.

/** Contains the IP address for the record of a viewed page (pages.ts, which lets no other through). */
export const clientIpHeader = 'x-page-client';

const plainSegment = /^[a-z][a-z.-]{0,40}$/;
const idSegment = /^[a-z]{2,6}_[0-9a-z]{36}$/;
const queryName = /^[a-z][a-z_]{0,29}$/;
/**
 * A page's path and the names of its query parameters, without values, which may be a person's name or card.
 * Path segments that are neither words nor our IDs become `…`.
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

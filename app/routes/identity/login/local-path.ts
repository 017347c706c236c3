import { parseUrl } from '~/platform/http/parse-url';

/** Where to go after login: a path of this site, or the home page for anything else (threat T10). */
export function localPath(text: string | null | undefined): string {
  if (!text || text.length > 2048 || !/^\/(?![/\\])/.test(text) || /[\\\p{Cc}]/u.test(text)) return '/';
  const base = 'http://portal.invalid';
  const url = parseUrl(text, base);
  if (!url) return '/';
  // "/.//evil.example" parses as the path "//evil.example", which a browser reads as a host.
  if (
    url.origin !== base ||
    url.pathname.startsWith('//') ||
    /^\/(staff\/)?(login|logout)(\/|\.|$)/.test(url.pathname)
  )
    return '/';
  return url.pathname + url.search;
}

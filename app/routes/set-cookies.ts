/** Headers of a reply that brings several cookies: each is one of its own. */
export function setCookies(cookies: readonly string[]): [string, string][] {
  return cookies.map((cookie) => ['Set-Cookie', cookie]);
}

/** The headers of a response with several cookies, each in its own header. */
export function setCookies(cookies: readonly string[]): [string, string][] {
  return cookies.map((cookie) => ['Set-Cookie', cookie]);
}

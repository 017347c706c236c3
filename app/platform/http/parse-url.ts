/**
 * Parses a URL like a browser. Replaces `URL.canParse`, which in Node 20 rejects letters such as ü after many
 * calls, because it mistakes Latin-1 for UTF-8.
 * @returns null for an invalid URL
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/** The same website answers with and without it. */
export function withoutWww(host: string): string {
  return host.replace(/^www\./, '');
}

/** A URL that was entered without its scheme, such as "shop.example/tea", with `https://`. Other input stays as it is. */
export function completeUrl(text: string): string {
  return /^[^\s:/?#@]+\.[^\s:/?#@.]+(?:[/?#]\S*)?$/.test(text) ? `https://${text}` : text;
}

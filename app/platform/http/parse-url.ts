/**
 * Reads an address as browsers do. `URL.canParse` of Node 20 is not used: once it is called often, it refuses what has letters such as
 * ü in it (it takes Latin-1 for UTF-8).
 * @returns null for what is no address
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

import { hmacDigest } from '~/platform/secrets/secrets.server';

/**
 * The redirect signature: HMAC-SHA-256 in hex over the parameters sorted by name, as `k=v` joined by `&`, with
 * percent-encoded values.
 */
export function signRedirect(parameters: Record<string, string>, secret: string): string {
  const signed = Object.keys(parameters)
    .sort()
    .map((name) => `${name}=${encodeURIComponent(parameters[name]!)}`)
    .join('&');
  return hmacDigest(Buffer.from(secret), signed);
}

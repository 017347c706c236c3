import type { Environment } from '~/platform/environment';
import { requirePersistentKey } from '~/platform/secrets/persistent-keys.server';
import { hmacDigest } from '~/platform/secrets/secrets.server';

/**
 * The fingerprint that repeated requests are compared with: a keyed hash of each member of the content, so
 * that a conflict can name the differences without storing the content. Never pass a security code: not even
 * its hash may be stored.
 */
export function createFingerprint(environment: Environment, content: Record<string, unknown>): string {
  const key = requirePersistentKey(`idempotency/${environment}`);
  return Object.keys(content)
    .filter((member) => content[member] !== undefined)
    .sort()
    .map((member) => `${member}=${hmacDigest(key, `${member}:${canonical(content[member])}`).slice(0, 24)}`)
    .join(' ');
}

/** The names of the members in which two fingerprints differ. */
export function listDifferences(left: string, right: string): string[] {
  const [a, b] = [parseFingerprint(left), parseFingerprint(right)];
  return [...new Set([...a.keys(), ...b.keys()])].filter((member) => a.get(member) !== b.get(member)).sort();
}

function parseFingerprint(fingerprint: string): Map<string, string> {
  return new Map(fingerprint.split(' ').map((part) => part.split('=') as [string, string]));
}

/** JSON with sorted members, so that their order doesn't matter. */
function canonical(value: unknown): string {
  if (typeof value !== 'object') return JSON.stringify(value);
  return JSON.stringify(value, (_, inner: unknown) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

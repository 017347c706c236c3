import { getRootKeys } from '~/platform/secrets/root-keys.server';
import { hmacDigest, isSameSecret } from '~/platform/secrets/secrets.server';

/** A link of a chain that someone recorded elsewhere. */
export type Anchor = { sequence: bigint; hash: string };

/**
 * The end of a chain at a moment, signed by a process with a key derived from SECRET_KEY, so that access to the
 * database isn't enough to forge one (threat T33). `restore`: an operator accepted that later entries were
 * lost with a restored backup.
 */
export type SignedAnchor = Anchor & {
  kind: 'head' | 'restore';
  signedAt: Date;
  keyId: string;
  mac: string;
};

const purpose = 'audit-anchors';

/** Signs the end of a chain that was just verified. */
export function signAnchor(accountId: string, kind: SignedAnchor['kind'], anchor: Anchor): SignedAnchor {
  const [{ id: keyId, derive }] = getRootKeys();
  const unsigned = { ...anchor, kind, signedAt: new Date(), keyId };
  return { ...unsigned, mac: calculateMac(derive(purpose), accountId, unsigned) };
}

function calculateMac(key: Buffer, accountId: string, anchor: Omit<SignedAnchor, 'mac'>): string {
  const { kind, sequence, hash, signedAt } = anchor;
  return hmacDigest(key, JSON.stringify([accountId, kind, String(sequence), hash, signedAt.getTime()]));
}

/** Whether the signature is right. Null without its key, after it was rotated. The chain has an anchor of the next key by then. */
export function isAuthentic(accountId: string, anchor: SignedAnchor): boolean | null {
  const key = getRootKeys().find(({ id }) => id === anchor.keyId);
  return key ? isSameSecret(calculateMac(key.derive(purpose), accountId, anchor), anchor.mac) : null;
}

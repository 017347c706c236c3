import { createHmac, randomBytes } from 'node:crypto';

// Standard Webhooks 1.0 (standardwebhooks.com). Implemented here, because its package supports one secret
// only and brings its own SHA-256. The tests compare both.

const prefix = 'whsec_';

/** A new signing secret: 256 random bits in Base64 after the standard's prefix. */
export function createWebhookSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

export const isWebhookSecret = (text: string) => /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(text);

/** The bytes to sign. The timestamp is in seconds, as in the header. */
export function signMessage(
  { id, timestamp, body }: { id: string; timestamp: string; body: string },
  secret: string,
): Buffer {
  return createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest();
}

type SignedMessage = { id: string; sentAt: Date; body: string };

/** The standard's three headers. During a rotation there are two signatures, newest first. */
export function buildSignatureHeaders(
  { id, sentAt, body }: SignedMessage,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const signatures = secrets.map(
    (secret) => `v1,${signMessage({ id, timestamp, body }, secret).toString('base64')}`,
  );
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

import { createHmac, randomBytes } from 'node:crypto';

// Standard Webhooks 1.0 (standardwebhooks.com). Signed here and not by its package, which takes one secret and brings
// a SHA-256 of its own; the tests hold us to the package.

const prefix = 'whsec_';

/** A new signing secret: 256 random bits in base64, after the standard's prefix. */
export function createWebhookSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

/** The bytes that sign a message, whose moment is in seconds as its header has it. */
export function signMessage(
  { id, timestamp, body }: { id: string; timestamp: string; body: string },
  secret: string,
): Buffer {
  return createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest();
}

type SignedMessage = { id: string; sentAt: Date; body: string };

/** The standard's three headers. With two secrets, while one is being rolled, there are two signatures, the newest first. */
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

import { createHmac, randomBytes } from 'node:crypto';

// Standard Webhooks 1.0 (standardwebhooks.com). Signed here and not by its package, which takes one secret and brings
// a SHA-256 of its own; the tests hold us to the package.

const prefix = 'whsec_';

/** A new signing secret: 256 random bits in base64, after the standard's prefix. */
export function createWebhookSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

type Message = { id: string; sentAt: Date; body: string };

/** The standard's three headers. With two secrets, while one is being rolled, there are two signatures, the newest first. */
export function signatureHeaders({ id, sentAt, body }: Message, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

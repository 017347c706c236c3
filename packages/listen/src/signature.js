// @ts-check
import { createHmac } from 'node:crypto';

const prefix = 'whsec_';

/**
 * The signing secret of the forwarded webhooks. It stays the same as long as the client secret, which can't be
 * computed from it.
 * @param {string} clientSecret
 */
export function deriveSigningSecret(clientSecret) {
  return prefix + createHmac('sha256', clientSecret).update('tillway-listen signing secret').digest('base64');
}

/**
 * The headers of Standard Webhooks.
 * @param {{ id: string, body: string, secret: string }} message
 * @returns {Record<string, string>}
 */
export function signWebhook({ id, body, secret }) {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

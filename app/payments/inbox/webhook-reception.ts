import type { Webhook } from '~/acquirers/acquirer';
import { getConnection } from '~/payments/connections/connections';
import { findWebhookSecrets } from '~/payments/connections/connection-rotation';
import { storeAcquirerEvents } from './acquirer-events';

/**
 * Receives an acquirer's webhook: verifies its signature and stores its events. A job processes them. `unknown`: no
 * connection with this ID receives webhooks.
 */
export async function receiveAcquirerWebhook(
  connectionId: string,
  webhook: Webhook,
): Promise<'stored' | 'unknown' | 'invalid_signature'> {
  const connection = await getConnection(connectionId);
  if (!connection?.acquirer.readWebhook) return 'unknown';
  const secrets = await findWebhookSecrets(connectionId);
  const events = secrets && connection.acquirer.readWebhook(webhook, secrets.secrets);
  if (!events) return 'invalid_signature';
  await storeAcquirerEvents(connectionId, events);
  return 'stored';
}

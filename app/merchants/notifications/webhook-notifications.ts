import type { Database } from '~/platform/db.server';
import type { EndpointNews } from '~/webhooks/news';
import { notifyCredentialChange } from '~/merchants/credentials/credential-notifications';
import { notifyMembers } from './notifications';

/** Writes to those who look after an account's webhooks about one of its endpoints, in the transaction of the change. */
export async function notifyEndpointOwner(db: Database, notification: EndpointNews): Promise<void> {
  const { accountId, environment, endpointId } = notification;
  const host = new URL(notification.url).host;
  const path = `/developers/webhooks/${endpointId}`;
  if (notification.kind === 'failing')
    await notifyMembers(
      db,
      accountId,
      'webhooks',
      'webhook-failing',
      { host, environment, since: notification.since.toISOString() },
      path,
    );
  else if (notification.kind !== 'disabled')
    await notifyCredentialChange(db, {
      accountId,
      environment,
      userId: notification.by,
      change: `webhook_${notification.kind}`,
      subject: host,
      path,
    });
  else if (notification.reason !== 'manual')
    await notifyMembers(
      db,
      accountId,
      'webhooks',
      'webhook-disabled',
      { host, environment, reason: notification.reason },
      path,
    );
}

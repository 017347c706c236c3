import type { Database } from '~/platform/database/db.server';
import type { EndpointNotification } from '~/webhooks/endpoints/endpoint-notifications';
import { notifyCredentialChange } from '~/merchants/credentials/credential-notifications';
import { notifyMembers } from './notifications';

/** Notifies those who manage an account's webhooks about an endpoint, in the transaction of the change. */
export async function notifyEndpointOwner(db: Database, notification: EndpointNotification): Promise<void> {
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
      ...(notification.kind === 'secret_rotated' && { overlapHours: notification.overlapHours }),
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

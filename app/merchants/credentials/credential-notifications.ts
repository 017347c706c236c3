import { databaseNow, type Database } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import type { OverlapHours } from '~/platform/secrets/secret-overlap';
import { notifyMembers } from '~/merchants/notifications/notifications';

export type CredentialChange =
  | 'secret_created'
  | 'secret_revoked'
  | 'addresses_changed'
  | 'signing_secret_rotated'
  | 'webhook_secret_rotated'
  | 'webhook_created'
  | 'webhook_address_changed'
  | 'redirect_host_added';

/**
 * `path`: the page of the changed item, if there are several of its kind. `overlapHours`: how long the previous secret keeps
 * working.
 */
type CredentialNotification = {
  accountId: string;
  environment: Environment;
  userId: string;
  change: CredentialChange;
  subject: string;
  overlapHours?: OverlapHours;
  path?: string;
};

const paths: Record<CredentialChange, string> = {
  secret_created: '/developers',
  secret_revoked: '/developers',
  addresses_changed: '/developers/addresses',
  signing_secret_rotated: '/developers/signing-secret',
  webhook_secret_rotated: '/developers/webhooks',
  webhook_created: '/developers/webhooks',
  webhook_address_changed: '/developers/webhooks',
  redirect_host_added: '/developers/redirect-hosts',
};

/**
 * Notifies everyone who manages an account's credentials of every change, so that they can revert an
 * unexpected one. In the change's transaction.
 */
export async function notifyCredentialChange(
  db: Database,
  {
    accountId,
    environment,
    userId,
    change,
    subject,
    overlapHours,
    path = paths[change],
  }: CredentialNotification,
): Promise<void> {
  const { name } = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { name: true } });
  const at = (await databaseNow(db)).toISOString();
  if (change === 'secret_created' && environment === 'live')
    await notifyMembers(
      db,
      accountId,
      'credentials',
      'live-secret-created',
      { by: name, hint: subject, createdAt: at, overlapHours },
      path,
      userId,
    );
  else
    await notifyMembers(
      db,
      accountId,
      'credentials',
      'credentials-changed',
      { by: name, environment, change, subject, overlapHours, at },
      path,
      userId,
    );
}

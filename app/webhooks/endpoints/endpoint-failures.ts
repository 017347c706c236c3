import type { Database } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import type { NotifyEndpointOwner } from './endpoint-notifications';
import { markEndpointDisabled } from './endpoint-status';

/** After this time, the merchant is notified. */
const notifyAfterHours = 24;
/** After this time, the endpoint is disabled, if there were enough attempts. */
const disableAfterDays = 5;
const disableAfterFailures = 10;

type FailedAttempt = {
  endpoint_id: string;
  account_id: string;
  environment: Environment;
  url: string;
  gone: boolean;
};

/**
 * Handles a failed attempt of an endpoint: it's failing, has been failing for a day (notification), or has
 * been failing for five days or is gone (disabled, notification). A late response of a previous URL says
 * nothing about the new one.
 * @returns whether it's now disabled, or may be
 */
export async function recordEndpointFailure(
  db: Database,
  { endpoint_id: id, account_id: accountId, environment, url, gone }: FailedAttempt,
  notifyOwner: NotifyEndpointOwner,
): Promise<boolean> {
  const [endpoint] = await db.$queryRaw<{ since: Date; long: boolean; untold: boolean }[]>`
    update webhook_endpoints set failing_since = coalesce(failing_since, now()), failures = failures + 1 where id = ${id} and url = ${url} and status = 'enabled'
    returning failing_since as since, failures >= ${disableAfterFailures} and failing_since <= now() - make_interval(days => ${disableAfterDays}) as long,
      failing_notified_at is null and failing_since <= now() - make_interval(hours => ${notifyAfterHours}) as untold`;
  // Disabled or edited during the attempt.
  if (!endpoint) return true;
  const notification = { accountId, environment, endpointId: id, url };
  if (gone || endpoint.long) {
    const reason = gone ? 'gone' : 'failing';
    await markEndpointDisabled(db, { accountId, environment, id }, reason, 'system:deliver-webhooks');
    await notifyOwner(db, { ...notification, kind: 'disabled', reason });
    return true;
  }
  if (endpoint.untold) {
    await db.$executeRaw`update webhook_endpoints set failing_notified_at = now() where id = ${id}`;
    await notifyOwner(db, { ...notification, kind: 'failing', since: endpoint.since });
  }
  return false;
}

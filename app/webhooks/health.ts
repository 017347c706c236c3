import type { Database } from '~/platform/db.server';
import type { Environment } from '~/platform/environment';
import type { TellOfEndpoint } from './news';
import { disable } from './switching';

/** From here on the merchant is written to. */
const tellAfterHours = 24;
/** From here on nothing more is sent, if there were tries enough to say so. */
const disableAfterDays = 5;
const disableAfterFailures = 10;

type Failed = {
  endpoint_id: string;
  account_id: string;
  environment: Environment;
  url: string;
  gone: boolean;
};

/**
 * What a failed try says about its endpoint: it fails, fails for a day (a mail), fails for five days or is gone (disabled, and a
 * mail). A late answer of an address that was edited meanwhile says nothing about the new one. @returns whether it is disabled now, or may be
 */
export async function noteFailure(
  db: Database,
  { endpoint_id: id, account_id: accountId, environment, url, gone }: Failed,
  tell: TellOfEndpoint,
): Promise<boolean> {
  const [endpoint] = await db.$queryRaw<{ since: Date; long: boolean; untold: boolean }[]>`
    update webhook_endpoints set failing_since = coalesce(failing_since, now()), failures = failures + 1 where id = ${id} and url = ${url} and status = 'enabled'
    returning failing_since as since, failures >= ${disableAfterFailures} and failing_since <= now() - make_interval(days => ${disableAfterDays}) as long,
      failing_notified_at is null and failing_since <= now() - make_interval(hours => ${tellAfterHours}) as untold`;
  // Disabled, or sent elsewhere, while it was tried.
  if (!endpoint) return true;
  const news = { accountId, environment, endpointId: id, url };
  if (gone || endpoint.long) {
    const reason = gone ? 'gone' : 'failing';
    await disable(db, { accountId, environment, id }, reason, 'system:deliver-webhooks');
    await tell(db, { ...news, kind: 'disabled', reason });
    return true;
  }
  if (endpoint.untold) {
    await db.$executeRaw`update webhook_endpoints set failing_notified_at = now() where id = ${id}`;
    await tell(db, { ...news, kind: 'failing', since: endpoint.since });
  }
  return false;
}

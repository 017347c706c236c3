import type { Database } from '~/platform/db.server';
import type { EndpointNews } from '~/webhooks/news';
import { tellOfCredentials } from './credential-news';
import { writeNotice } from './notices';

/** Writes to those who look after an account's webhooks about one of its endpoints, in the transaction of the change. */
export async function writeOfEndpoint(db: Database, news: EndpointNews): Promise<void> {
  const { accountId, environment, endpointId } = news;
  const host = new URL(news.url).host;
  const path = `/developers/webhooks/${endpointId}`;
  if (news.kind === 'failing')
    await writeNotice(
      db,
      accountId,
      'webhooks',
      'webhook-failing',
      { host, environment, since: news.since.toISOString() },
      path,
    );
  else if (news.kind !== 'disabled')
    await tellOfCredentials(db, {
      accountId,
      environment,
      userId: news.by,
      change: `webhook_${news.kind}`,
      subject: host,
      path,
    });
  else if (news.reason !== 'by_hand')
    await writeNotice(
      db,
      accountId,
      'webhooks',
      'webhook-disabled',
      { host, environment, reason: news.reason },
      path,
    );
}

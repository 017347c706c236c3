import { config } from '~/platform/config/config.server';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { openEndpointSecret } from '~/webhooks/endpoints/endpoint-secrets';
import { checkEndpoint, createEndpoint } from '~/webhooks/endpoints/endpoints';
import { fanOutEvents } from '~/webhooks/events/fan-out';

const environment = 'test';
const shopUrl = `${config.addresses.portal}/demo/shop/webhooks`;

const endpoints = [
  { url: shopUrl, description: 'The shop', events: [] },
  {
    url: `${config.addresses.portal}/demo/shop/warehouse`,
    description: 'The warehouse, which is being moved',
    events: ['refund.created', 'refund.declined'],
  },
];

/** The demo shop receives all events. Its warehouse endpoint fails, to show that, too. */
export async function seedEndpoints({
  accountId,
  userId,
}: {
  accountId: string;
  userId: string;
}): Promise<void> {
  for (const input of endpoints) {
    const checked = await checkEndpoint(input, environment);
    // Where private addresses are forbidden, the demo has no webhooks.
    if ('accepted' in checked)
      await createEndpoint({
        accountId,
        environment,
        id: createId('hook'),
        accepted: checked.accepted,
        by: userId,
      });
  }
}

/** Past events are sent when the shop can be reached. */
export async function seedDeliveries(): Promise<void> {
  while ((await fanOutEvents()).events);
  await prisma.$executeRaw`update webhook_deliveries set next_attempt_at = now() + interval '8 seconds' where status = 'pending' and attempts = 0`;
}

/** The demo shop's configuration. Null without its endpoint. */
export async function shopWebhookSecret(accountId: string): Promise<string | null> {
  const endpoint = await prisma.webhookEndpoint.findFirst({
    where: { accountId, environment, url: shopUrl, deletedAt: null },
    orderBy: { id: 'asc' },
  });
  return endpoint && openEndpointSecret(endpoint.id, endpoint.sealed);
}

import { recordAudit } from '~/audit/audit';
import { config } from '~/platform/config/config.server';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { createEndpointSecret, openEndpointSecret } from '~/webhooks/endpoints/endpoint-secrets';
import { checkEndpoint, healthyState } from '~/webhooks/endpoints/endpoints';
import { fanOutEvents } from '~/webhooks/events/fan-out';

const environment = 'test';
const shopPath = '/demo/shop/webhooks';

const endpoints = [
  { path: shopPath, description: 'The shop', events: [] },
  {
    path: '/demo/shop/warehouse',
    description: 'The warehouse, which is being moved',
    events: ['refund.created', 'refund.declined'],
  },
];

export type DemoEndpoint = { id: string; url: string; events: string[]; secret: string };

/** The demo's endpoints are pages of this installation. */
const buildUrl = (path: string) => `${config.addresses.portal}${path}`;

/**
 * The demo shop receives all events. Its warehouse endpoint fails, to show that, too. Where private addresses are
 * forbidden, the demo has no webhooks.
 */
export async function seedEndpoints({
  accountId,
  userId,
  createdAt: first,
}: {
  accountId: string;
  userId: string;
  createdAt: Date;
}): Promise<DemoEndpoint[]> {
  const created: DemoEndpoint[] = [];
  for (const { path, ...input } of endpoints) {
    const checked = await checkEndpoint({ ...input, url: buildUrl(path) }, environment);
    if (!('accepted' in checked)) continue;
    const createdAt = new Date(first.getTime() + created.length * 90_000);
    const id = createId('hook', createdAt.getTime());
    const { secret, sealed } = createEndpointSecret(id);
    const by = { createdBy: userId, secretCreatedBy: userId, createdAt, secretCreatedAt: createdAt };
    await prisma.webhookEndpoint.create({
      data: { id, accountId, environment, ...checked.accepted, sealed, ...by },
    });
    const { url, description, events } = checked.accepted;
    await prisma.auditEntry.create({
      data: {
        actor: `portal:${userId}`,
        action: 'webhook_endpoint_created',
        accountId,
        subject: id,
        details: { environment },
        after: { url, description, events: events.join(' ') || 'all' },
        createdAt,
      },
    });
    created.push({ id, url, events, secret });
  }
  return created;
}

/**
 * The demo's endpoints follow the installation to another port or host name. Endpoints that someone else's server
 * receives, or that a person edited or deleted, stay as they are.
 */
export async function moveEndpoints(accountId: string): Promise<void> {
  const found = await prisma.webhookEndpoint.findMany({
    where: {
      accountId,
      environment,
      deletedAt: null,
      OR: endpoints.map(({ path, description }) => ({ url: { endsWith: path }, description })),
    },
    select: { id: true, url: true, description: true, events: true },
  });
  for (const { id, ...before } of found) {
    const url = buildUrl(new URL(before.url).pathname);
    if (url === before.url) continue;
    const checked = await checkEndpoint({ ...before, url }, environment);
    if (!('accepted' in checked)) continue;
    await prisma.$transaction(async (db) => {
      // Failures of the old URL say nothing about the new one, and what it missed is sent now.
      await db.webhookEndpoint.update({ where: { id }, data: { url, ...healthyState } });
      await db.webhookDelivery.updateMany({
        where: { endpointId: id, status: 'pending', leasedUntil: null },
        data: { nextAttemptAt: new Date() },
      });
      await recordAudit(db, {
        actor: 'system:demo',
        action: 'webhook_endpoint_edited',
        accountId,
        subject: id,
        details: { environment },
        before: { url: before.url },
        after: { url },
      });
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
    where: { accountId, environment, url: buildUrl(shopPath), deletedAt: null },
    orderBy: { id: 'asc' },
  });
  return endpoint && openEndpointSecret(endpoint.id, endpoint.sealed);
}

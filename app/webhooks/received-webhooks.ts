import { databaseNow, prisma } from '~/platform/db.server';
import type { Environment } from '~/platform/environment';
import { isId } from '~/platform/ids';
import { readEndpointSecret } from './endpoint-secrets';
import { messageOf } from './message';
import {
  checkWebhook,
  type ReceivedWebhook,
  type SentWebhook,
  type SigningSecret,
  type WebhookVerdict,
} from './received';

type Owner = { accountId: string; environment: Environment };

/** Deliveries of an event, and tries of each, that are looked at: a signature is made for each. */
const mostDeliveries = 16;
const mostTries = 12;

/** Holds what a merchant received against what it was sent. Nothing of it is kept. */
export async function verifyReceivedWebhook(
  owner: Owner,
  received: ReceivedWebhook,
): Promise<WebhookVerdict> {
  const [secrets, sent, now] = await Promise.all([
    readSecrets(owner),
    findSent(owner, received.id),
    databaseNow(prisma),
  ]);
  return checkWebhook(received, secrets, sent, now);
}

/** Of every endpoint that there is: the secret, and the one before while both sign. One that was disabled has signed too. */
async function readSecrets({ accountId, environment }: Owner): Promise<SigningSecret[]> {
  const endpoints = await prisma.webhookEndpoint.findMany({
    where: { accountId, environment, deletedAt: null },
    select: { id: true, url: true, sealed: true, previousSealed: true },
  });
  return endpoints.flatMap(({ id, url, sealed, previousSealed }) =>
    [sealed, previousSealed].flatMap((text, i) => {
      // One that does not open has signed nothing since.
      const secret = text && readEndpointSecret(id, text);
      return secret ? [{ endpoint: url, secret, previous: i === 1 }] : [];
    }),
  );
}

/** The event as it was sent, and with which headers, as far as they are kept. */
async function findSent({ accountId, environment }: Owner, eventId: string): Promise<SentWebhook | null> {
  if (!isId('evt', eventId)) return null;
  const event = await prisma.webhookEvent.findFirst({ where: { id: eventId, accountId, environment } });
  if (!event) return null;
  const deliveries = await prisma.webhookDelivery.findMany({
    where: { eventId, accountId, environment },
    take: mostDeliveries,
    include: {
      deliveryAttempts: { orderBy: { id: 'desc' }, take: mostTries, select: { requestHeaders: true } },
    },
  });
  const headers = deliveries.flatMap(({ deliveryAttempts: tries }) =>
    tries.map(({ requestHeaders }) => requestHeaders as Record<string, string>),
  );
  return {
    body: messageOf(event),
    tries: headers.map((sent) => ({
      timestamp: sent['webhook-timestamp'] ?? '',
      signature: sent['webhook-signature'] ?? '',
    })),
  };
}

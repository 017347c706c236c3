import { databaseNow, prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { isId } from '~/platform/ids';
import { readEndpointSecret } from '~/webhooks/endpoints/endpoint-secrets';
import { buildEventMessage } from '~/webhooks/events/event-message';
import {
  diagnoseWebhook,
  type ReceivedWebhook,
  type SentWebhook,
  type WebhookSigningSecret,
  type WebhookDiagnosis,
} from './webhook-diagnosis';

type WebhookOwner = { accountId: string; environment: Environment };

/** The number of an event's deliveries, and of attempts for each, to compare. Each needs a signature. */
const maximumDeliveries = 16;
const maximumAttemptsPerDelivery = 12;

/**
 * Compares a received webhook with the one that we sent. Nothing is stored.
 * @param enteredSecret a secret that isn't an endpoint's, such as the one of tillway-listen
 */
export async function verifyWebhook(
  owner: WebhookOwner,
  received: ReceivedWebhook,
  enteredSecret?: string,
): Promise<WebhookDiagnosis> {
  const [secrets, sent, now] = await Promise.all([
    readSecrets(owner),
    findSentWebhook(owner, received.id),
    databaseNow(prisma),
  ]);
  const entered = enteredSecret ? [{ endpoint: null, secret: enteredSecret, previous: false }] : [];
  return diagnoseWebhook(received, [...secrets, ...entered], sent, now);
}

/** The current and previous secrets of every endpoint. A disabled one has signed too. */
async function readSecrets({ accountId, environment }: WebhookOwner): Promise<WebhookSigningSecret[]> {
  const endpoints = await prisma.webhookEndpoint.findMany({
    where: { accountId, environment, deletedAt: null },
    select: { id: true, url: true, sealed: true, previousSealed: true },
  });
  return endpoints.flatMap(({ id, url, sealed, previousSealed }) =>
    [sealed, previousSealed].flatMap((text, i) => {
      // An unreadable secret has signed nothing since.
      const secret = text && readEndpointSecret(id, text);
      return secret ? [{ endpoint: url, secret, previous: i === 1 }] : [];
    }),
  );
}

/** The event as sent, with its headers, as far as they're stored. */
async function findSentWebhook(
  { accountId, environment }: WebhookOwner,
  eventId: string,
): Promise<SentWebhook | null> {
  if (!isId('evt', eventId)) return null;
  const event = await prisma.webhookEvent.findFirst({ where: { id: eventId, accountId, environment } });
  if (!event) return null;
  const deliveries = await prisma.webhookDelivery.findMany({
    where: { eventId, accountId, environment },
    take: maximumDeliveries,
    include: {
      endpoint: { select: { url: true } },
      deliveryAttempts: {
        orderBy: { id: 'desc' },
        take: maximumAttemptsPerDelivery,
        select: { requestHeaders: true },
      },
    },
  });
  return {
    body: buildEventMessage(event),
    attempts: deliveries.flatMap(({ endpoint, deliveryAttempts }) =>
      deliveryAttempts.map(({ requestHeaders }) => {
        const headers = requestHeaders as Record<string, string>;
        return {
          endpoint: endpoint.url,
          timestamp: headers['webhook-timestamp'] ?? '',
          signature: headers['webhook-signature'] ?? '',
        };
      }),
    ),
  };
}

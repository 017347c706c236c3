import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { rotateEndpointSecret } from '~/webhooks/endpoints/endpoint-secrets';
import { buildEventMessage } from '~/webhooks/events/event-message';
import { buildMerchant } from '../../../tests/world/merchants';
import { buildEndpoint, publishTestEvent } from '../../../tests/world/webhooks';
import { buildSignatureHeaders, createWebhookSecret } from './signature';
import { verifyWebhook } from './webhook-verification';

// In whole seconds, like the header.
const now = Math.floor(Date.now() / 1000) * 1000;
const secondsAgo = (seconds: number) => new Date(now - seconds * 1000);
const toHeader = (sentAt: Date) => String(sentAt.getTime() / 1000);

async function buildEvent() {
  const merchant = await buildMerchant();
  const { accountId } = merchant;
  const endpoint = await buildEndpoint('http://127.0.0.1:9/shop', { merchant, events: ['chargeback.won'] });
  const id = await publishTestEvent({ accountId });
  const body = buildEventMessage(await prisma.webhookEvent.findUniqueOrThrow({ where: { id } }));
  const owner = { accountId, environment: 'test' as const };
  const sign = (sentAt: Date, secret = endpoint.secret) =>
    buildSignatureHeaders({ id, sentAt, body }, [secret]);
  return {
    endpoint,
    owner,
    sign,
    signedBy: (previous: boolean) => ({ endpoint: 'http://127.0.0.1:9/shop', previous, isEntered: false }),
    /** The result for a webhook with these headers, changed as given. */
    verify: (headers: Record<string, string>, changes: { id?: string; timestamp?: string } = {}) =>
      verifyWebhook(owner, {
        id,
        timestamp: headers['webhook-timestamp']!,
        signature: headers['webhook-signature']!,
        body,
        ...changes,
      }),
    /** A delivery with these attempts, oldest first. */
    deliver: (attempts: Record<string, string>[], eventId = id) =>
      prisma.webhookDelivery.create({
        data: {
          ...owner,
          id: createId('dlv'),
          eventId,
          endpointId: endpoint.id,
          eventType: 'transaction.captured',
          status: 'failed',
          nextAttemptAt: null,
          finishedAt: new Date(),
          deliveryAttempts: {
            create: attempts.map((requestHeaders) => ({
              startedAt: new Date(),
              durationMs: 12,
              status: 503,
              requestHeaders,
            })),
          },
        },
      }),
  };
}

test('a webhook is signed by the current or the previous secret of an endpoint', async () => {
  const { endpoint, verify, sign, signedBy } = await buildEvent();
  const headers = sign(secondsAgo(1));
  const rotate = () => rotateEndpointSecret({ ...endpoint, overlapHours: 24, fromVersion: 1 });
  const current = await verify(headers);
  await rotate();
  expect({ current, previous: await verify(headers) }).toEqual({
    current: { genuine: true, signedBy: signedBy(false), findings: [] },
    previous: { genuine: true, signedBy: signedBy(true), findings: [] },
  });
});

test("a changed timestamp is found among the event's own attempts", async () => {
  const { owner, deliver, verify, sign, signedBy } = await buildEvent();
  const [first, last, unsent] = [secondsAgo(60), secondsAgo(30), secondsAgo(20)];
  await deliver([sign(first), {}, sign(last)]);
  await deliver([sign(unsent)], await publishTestEvent(owner));
  const timestamp = toHeader(secondsAgo(0));
  const verifyChanged = (sentAt: Date) => verify(sign(sentAt), { timestamp });
  const changed = (sentAt: Date) => ({
    genuine: false,
    signedBy: signedBy(false),
    findings: [{ kind: 'timestamp_differs', received: timestamp, sent: toHeader(sentAt) }],
  });
  expect({
    first: await verifyChanged(first),
    last: await verifyChanged(last),
    ofOtherEvent: await verifyChanged(unsent),
  }).toEqual({
    first: changed(first),
    last: changed(last),
    ofOtherEvent: {
      genuine: false,
      signedBy: null,
      findings: [{ kind: 'wrong_secret', isEntered: false, isEventKnown: true }],
    },
  });
});

test('of a delivery, the twelve newest attempts are compared', async () => {
  const { deliver, verify, sign } = await buildEvent();
  const attempts = Array.from({ length: 13 }, (_, index) => secondsAgo(100 - index));
  await deliver(attempts.map((sentAt) => sign(sentAt)));
  const findings = async (sentAt: Date) =>
    (await verify(sign(sentAt), { timestamp: toHeader(secondsAgo(0)) })).findings;
  expect({
    oldest: await findings(attempts[0]!),
    second: await findings(attempts[1]!),
    newest: await findings(attempts[12]!),
  }).toMatchObject({
    oldest: [{ kind: 'wrong_secret', isEntered: false, isEventKnown: true }],
    second: [{ kind: 'timestamp_differs' }],
    newest: [{ kind: 'timestamp_differs' }],
  });
});

test('a signature that we sent with a secret that is gone is recognized', async () => {
  const { deliver, verify, sign } = await buildEvent();
  const headers = sign(secondsAgo(1), createWebhookSecret());
  const before = await verify(headers);
  await deliver([headers]);
  expect({ before, after: await verify(headers) }).toEqual({
    before: {
      genuine: false,
      signedBy: null,
      findings: [{ kind: 'wrong_secret', isEntered: false, isEventKnown: true }],
    },
    after: { genuine: false, signedBy: null, findings: [{ kind: 'secret_rotated' }] },
  });
});

test.each(['evt_\0', createId('evt'), 'order-1'])('%j is an unknown event', async (id) => {
  const { verify, sign } = await buildEvent();
  expect(await verify(sign(secondsAgo(1)), { id })).toEqual({
    genuine: false,
    signedBy: null,
    findings: [{ kind: 'unknown_event' }, { kind: 'wrong_secret', isEntered: false, isEventKnown: false }],
  });
});

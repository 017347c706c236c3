import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { isId } from '~/platform/ids';
import { log } from '~/platform/observability/log';
import { receiveAcquirerWebhook } from '~/payments/inbox/webhook-reception';

/** Acquirers send less than 256 KB. */
const maximumBytes = 1024 * 1024;

/** Where acquirers send their webhooks. A signature authenticates them. */
export const acquirerWebhooksPath = '/acquirer-webhooks/';

const reply = (text: string, status: 200 | 400 | 404) => new Response(text, { status });

/** Answers only after the events are stored, because an acquirer then never sends them again. */
export const acquirerWebhooks = new Hono().post(
  `${acquirerWebhooksPath}:connection`,
  bodyLimit({ maxSize: maximumBytes, onError: (c) => c.text('The webhook is too large.', 413) }),
  async (c) => {
    const connectionId = c.req.param('connection');
    if (!isId('con', connectionId)) return reply('No connection has this address.', 404);
    const body = Buffer.from(await c.req.arrayBuffer());
    switch (await receiveAcquirerWebhook(connectionId, { body, header: (name) => c.req.header(name) })) {
      case 'stored':
        return reply('[accepted]', 200);
      case 'unknown':
        return reply('No connection has this address.', 404);
      case 'invalid_signature':
        log.warn('an acquirer webhook has no valid signature', {
          row: `acquirer_connections ${connectionId}`,
        });
        return reply('The signature is missing or invalid.', 400);
    }
  },
);

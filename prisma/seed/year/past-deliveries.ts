import { createId } from '~/platform/ids';
import { buildContentHeaders } from '~/webhooks/deliveries/delivery-request';
import { buildEventMessage } from '~/webhooks/events/event-message';
import { buildSignatureHeaders } from '~/webhooks/verification/signature';
import type { DemoEndpoint } from '../webhooks';
import type { PastEventRow, Row } from './past-rows';
import { createRandom } from './random';

const retryMs = 5_000;

type Response = { status: number; body: string };
const received: Response = { status: 200, body: 'Thank you.' };
const unavailable: Response = { status: 503, body: 'Service Unavailable' };

/** The deliveries of past events, each with its signed attempts. The shop's server was down now and then. */
export function buildDeliveries(
  events: readonly PastEventRow[],
  endpoints: readonly DemoEndpoint[],
): { webhook_deliveries: Row[]; webhook_attempts: Row[] } {
  const random = createRandom('deliveries');
  const [deliveries, attempts]: [Row[], Row[]] = [[], []];
  for (const event of events)
    for (const endpoint of endpoints) {
      if (endpoint.events.length && !endpoint.events.includes(event.type)) continue;
      const createdAt = event.fanned_out_at.getTime();
      const responses = random.chance(0.012) ? [unavailable, received] : [received];
      const id = createId('dlv', createdAt);
      let startedAt = createdAt + random.between(20, 180);
      let endedAt = startedAt;
      for (const response of responses) {
        const durationMs = random.between(6, 95);
        endedAt = startedAt + durationMs;
        attempts.push(
          buildAttempt({ id, event, endpoint, response, startedAt: new Date(startedAt), durationMs }),
        );
        startedAt = endedAt + retryMs;
      }
      deliveries.push({
        id,
        event_id: event.id,
        endpoint_id: endpoint.id,
        account_id: event.account_id,
        environment: event.environment,
        transaction_id: event.transaction_id,
        event_type: event.type,
        status: 'delivered',
        attempts: responses.length,
        scheduled_attempts: responses.length,
        requested_by: null,
        next_attempt_at: null,
        leased_until: null,
        created_at: new Date(createdAt),
        finished_at: new Date(endedAt),
      });
    }
  return { webhook_deliveries: deliveries, webhook_attempts: attempts };
}

type Attempt = {
  id: string;
  event: PastEventRow;
  endpoint: DemoEndpoint;
  response: Response;
  startedAt: Date;
  durationMs: number;
};

function buildAttempt({ id, event, endpoint, response, startedAt, durationMs }: Attempt): Row {
  const { type, environment, payload, created_at: createdAt } = event;
  const body = buildEventMessage({
    type,
    createdAt,
    environment,
    payload: toStoredOrder(payload),
    sample: false,
  });
  return {
    delivery_id: id,
    requested_by: null,
    started_at: startedAt,
    duration_ms: durationMs,
    request_headers: {
      ...buildContentHeaders(new URL(endpoint.url), body),
      ...buildSignatureHeaders({ id: event.id, sentAt: startedAt, body }, [endpoint.secret]),
    },
    status: response.status,
    error: null,
    response_headers: {
      'content-type': 'text/plain; charset=UTF-8',
      'content-length': String(response.body.length),
      date: startedAt.toUTCString(),
    },
    response_body: response.body,
  };
}

/** PostgreSQL stores the members of a jsonb object by length and then by name, and messages contain what is stored. */
function toStoredOrder(value: unknown): unknown {
  if (!value || typeof value !== 'object' || Array.isArray(value)) return value;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, toStoredOrder(member)]));
}

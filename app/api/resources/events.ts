import { createRoute, z } from '@hono/zod-openapi';
import type { Api } from '~/api/api-env';
import { buildExampleEventList } from '~/api/description/event-examples';
import {
  describeFailures,
  describeJsonReply,
  rateHeaders,
  tokenCodes,
} from '~/api/description/route-description';
import { respondWithProblem } from '~/api/replies/problem';
import { respond } from '~/api/replies/respond';
import { eventDataSchemas } from '~/api/schemas/event-data';
import type { Environment } from '~/platform/environment';
import { toJson } from '~/platform/json';
import { toEventMessage } from '~/webhooks/events/event-message';
import { webhookRetentionDays } from '~/webhooks/events/event-retention';
import { eventTypeNames } from '~/webhooks/events/event-types';
import { latestEvent, listPublishedEvents } from '~/webhooks/events/published-events';

const maximumEvents = 100;

const EventQuerySchema = z.strictObject({
  after: z
    .string()
    .min(1, 'must not be empty')
    .max(64)
    .optional()
    .openapi({
      description: `The event to continue after: its ID, or \`${latestEvent}\` to skip all existing events. If absent, the list starts with the oldest event.`,
    }),
  limit: z
    .string()
    .regex(/^\d{1,3}$/, `must be an integer from 1 to ${maximumEvents}`)
    .transform(Number)
    .pipe(z.int().min(1, 'must be 1 or more').max(maximumEvents, `must be at most ${maximumEvents}`))
    .default(maximumEvents)
    .openapi({
      type: 'integer',
      minimum: 1,
      maximum: maximumEvents,
      default: maximumEvents,
      description: 'The maximum number of events.',
      example: 20,
    }),
});

const EventDataSchema = z.union([...new Set(eventTypeNames.map((type) => eventDataSchemas[type]))]).openapi({
  description:
    'The object that the event is about, as it was at that time. It’s the `data` of the webhook: for most types, a Transaction.',
});

const createEventSchema = (environment: Environment) =>
  z
    .object({
      id: z.string().openapi({ description: 'The event ID: `evt_…`. Its webhook has it in `webhook-id`.' }),
      type: z.enum(eventTypeNames).openapi({ description: 'The type of event.' }),
      timestamp: z.iso.datetime().openapi({ description: 'When it happened, in UTC with milliseconds.' }),
      environment: z.literal(environment),
      data: EventDataSchema,
    })
    .openapi('Event');

const createEventListSchema = (environment: Environment) =>
  z
    .object({
      events: z.array(createEventSchema(environment)).openapi({ description: 'The events, oldest first.' }),
      has_more: z.boolean().openapi({ description: 'Whether there are more events after these.' }),
      next_after: z.string().optional().openapi({
        description:
          'Send it as `after` in your next request, even if the list is empty. Absent if there is no event yet.',
      }),
    })
    .openapi('EventList');

type EventList = z.input<ReturnType<typeof createEventListSchema>>;

export function addEventRoutes(api: Api, environment: Environment): void {
  api.openapi(
    createRoute({
      method: 'get',
      path: '/events',
      operationId: 'listEvents',
      tags: ['Events'],
      summary: 'List events',
      description: `Returns the events of the last ${webhookRetentionDays} days in a fixed order, whether or not you have webhook endpoints. An event and its webhook have the same content. To read events as they happen, repeat the request with the \`next_after\` of each response: you miss none and get none twice. Test events that you send from the portal aren’t included. Successful requests that return no event aren’t in your request log.`,
      request: { query: EventQuerySchema },
      responses: {
        200: describeJsonReply(
          createEventListSchema(environment),
          'The events',
          { events: buildExampleEventList(environment) },
          rateHeaders,
        ),
        ...describeFailures(...tokenCodes),
      },
    }),
    async (c) => {
      const { accountId, environment } = c.get('actor');
      const list = await listPublishedEvents({ accountId, environment, ...c.req.valid('query') });
      if (list === 'unknown_event')
        return respondWithProblem(c, 'invalid_query', {
          errors: [
            {
              field: 'after',
              code: 'invalid_value',
              message: `isn’t one of your events of the last ${webhookRetentionDays} days in this environment`,
            },
          ],
        });
      // A program asks every second. Its requests without a result would hide all others in the request log.
      if (!list.events.length) c.set('caller', undefined);
      return respond(
        c,
        200,
        toJson<EventList>({
          // Stored as the API returned it at that time.
          events: list.events.map(
            (event) => ({ id: event.id, ...toEventMessage(event) }) as EventList['events'][0],
          ),
          has_more: list.hasMore,
          next_after: list.nextAfter,
        }),
      );
    },
  );
}

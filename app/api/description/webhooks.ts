import { z } from '@hono/zod-openapi';
import type { Environment } from '~/platform/environment';
import { capitalize } from '~/platform/text/capitalize';
import { eventTypes, testEventType } from '~/webhooks/events/event-types';
import type { Api } from '~/api/api-env';
import { eventDataSchemas, type DescribedEventType } from '~/api/schemas/event-data';
import { eventDataExamples, exampleEventId } from './event-examples';
import { describeJsonBody } from './route-description';

const describeHeader = (schema: z.ZodString, name: string, description: string, example: string) =>
  schema.openapi({ param: { name, in: 'header', description }, example });

const HeadersSchema = z.object({
  'webhook-id': describeHeader(
    z.string(),
    'webhook-id',
    'The ID of the event, the same for every delivery attempt. Store it to recognize duplicates.',
    exampleEventId,
  ),
  'webhook-timestamp': describeHeader(
    z.string().regex(/^\d+$/),
    'webhook-timestamp',
    'The time of this delivery attempt, as a Unix timestamp in seconds. Reject a request that is more than five minutes old.',
    '1809421200',
  ),
  'webhook-signature': describeHeader(
    z.string().regex(/^v1,\S+( v1,\S+)*$/),
    'webhook-signature',
    'One or more signatures, separated by spaces: `v1,` and the base64-encoded HMAC-SHA-256 of `id.timestamp.body`. During a rotation of the signing secret, there are two.',
    'v1,MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=',
  ),
  'user-agent': describeHeader(z.string(), 'user-agent', 'The sender.', 'Tillway-Webhooks/1'),
});

const responses = {
  '2XX': {
    description: 'The event has arrived. Respond within 15 seconds, and process the event afterward.',
  },
  410: { description: 'The endpoint no longer exists. We disable it and send it no more events.' },
  default: {
    description:
      'The delivery attempt failed. No response and a redirect also count as failures. We make up to ten attempts over about 75 hours.',
  },
};

/** Adds every webhook event to the description: its headers, its body, and the expected responses. */
export function addWebhookDescriptions({ openAPIRegistry: registry }: Api, environment: Environment): void {
  for (const type of Object.keys(eventDataSchemas) as DescribedEventType[])
    registry.registerWebhook({
      method: 'post',
      path: type,
      operationId: toCamelCase(type),
      summary: describeEvent(type),
      description: `${describeEvent(type)}. ${describeRecipients(type)}`,
      tags: ['Webhooks'],
      // The signature authenticates the request, which carries no token.
      security: [],
      request: {
        headers: HeadersSchema,
        body: describeJsonBody(createEventSchema(type, environment), {
          event: {
            type,
            timestamp: '2027-05-04T09:00:00.500Z',
            environment,
            ...(type === testEventType && { sample: true }),
            data: eventDataExamples[type],
          },
        }),
      },
      responses,
    });
}

const describeEvent = (type: DescribedEventType) =>
  type === testEventType ? 'A test event that a team member sent from the portal' : eventTypes[type];

function describeRecipients(type: DescribedEventType): string {
  if (type === testEventType) return 'We send it to the chosen endpoint, whatever its subscriptions.';
  // Applications are made before an account goes live.
  const isTestOnly = type.startsWith('application.');
  return `We send it to your endpoints that subscribe to \`${type}\`${isTestOnly ? ', in the test environment only' : ''}.`;
}

/** The message that `buildEventMessage` writes. */
function createEventSchema(type: DescribedEventType, environment: Environment) {
  return z
    .object({
      type: z.literal(type),
      timestamp: z.iso.datetime().openapi({ description: 'When it happened, in UTC with milliseconds.' }),
      environment: z.literal(environment),
      sample: z
        .literal(true)
        .optional()
        .openapi({ description: 'Present if you sent the event from the portal. Its data isn’t real.' }),
      data: eventDataSchemas[type],
    })
    .openapi(`${capitalize(toCamelCase(type))}Event`);
}

const toCamelCase = (type: string) =>
  type.replaceAll(/[._](\w)/g, (_, letter: string) => letter.toUpperCase());

import { config } from '~/platform/config/config.server';
import type { Environment } from '~/platform/environment';
import { buildPortalUrl } from '~/platform/http/surfaces.server';
import { problemCodes, problems } from '~/api/replies/problem';

/** The groups of operations, in the order of a first payment. */
export const apiTags = [
  {
    name: 'Access tokens',
    description: 'Your server exchanges its client ID and secret for a token that is valid for one hour.',
  },
  {
    name: 'Intents',
    description: 'Payments and saved cards on the hosted checkout, prepared by your server.',
  },
  {
    name: 'Payment links',
    description: 'Pages where anyone with the URL can pay. You don’t need a website.',
  },
  {
    name: 'Transactions',
    description: 'Card payments and their lifecycle: authorize, capture, void, and retrieve.',
  },
  { name: 'Refunds', description: 'Return captured money to the payer.' },
  { name: 'Card tokens', description: 'Saved cards that you can charge without the card number.' },
  { name: 'Events', description: 'The events that webhooks send. You can list them at any time.' },
];

/** The general part of the API description, in Markdown. */
export function buildIntroduction(environment: Environment): string {
  const { api, checkout } = config.addresses;
  return `A JSON API for card payments. Read the guides at ${buildPortalUrl('/docs')}

## Environments

This page describes the **${environment}** environment. Each environment has its own URL. Tokens, IDs, and cards of one environment don’t exist in the other.

| Environment | API | Hosted checkout |
|---|---|---|
| test | ${api.test} | ${checkout.test} |
| live | ${api.live} | ${checkout.live} |

## Formats

Request and response bodies are JSON objects (\`Content-Type: application/json\`) of at most 64 KiB. Amounts are integers in the smallest currency unit. Times are in ISO 8601, UTC, with milliseconds. Lengths of texts are in Unicode code points: most characters count as one, and some emoji as several. Requests with unknown fields or query parameters are rejected. New response members and error codes can be added, so don’t fail on ones that you don’t recognize. Documented members are never renamed and never change their type.

## external_id

Every request that creates something or moves money carries your own \`external_id\`, which must be unique forever within your account, environment, and type of request. A request with the same ID and the same content returns the stored response with \`Idempotent-Replayed: true\`. Only the \`request_id\` and \`instance\` of an error are new. A request with the same ID and different content returns 409 \`external_id_conflict\`.

## Errors

Errors are JSON objects with the members of RFC 9457. Handle them by \`code\`. A declined card isn’t an error. It’s a transaction with status DECLINED.

| Code | Status | Cause | What to do |
|---|---|---|---|
${problemCodes.map(formatErrorRow).join('\n')}`;
}

function formatErrorRow(code: keyof typeof problems): string {
  const [status, , cause, fix] = problems[code];
  return `| \`${code}\` | ${status} | ${cause} | ${fix} |`;
}

import { config } from '~/platform/config/config.server';
import type { Environment } from '~/platform/environment';
import { buildPortalUrl } from '~/platform/http/surfaces.server';
import { problemCodes, problems } from '~/api/replies/problem';

/** The groups of operations, in the order of a first payment. */
export const apiTags = [
  {
    name: 'Access tokens',
    description: 'Your server logs in with its client id and secret, and gets a token for an hour.',
  },
  { name: 'Intents', description: 'What is to happen on the hosted checkout, prepared by your server.' },
  {
    name: 'Transactions',
    description: 'Payments with a card, and what becomes of them: authorized, captured, voided, looked up.',
  },
  { name: 'Refunds', description: 'Captured money that goes back.' },
];

/** What is true of every operation, in Markdown. */
export function buildIntroduction(environment: Environment): string {
  const { api, checkout } = config.addresses;
  return `A JSON API to take card payments. Guides for people: ${buildPortalUrl('/docs')}

## Environments

This describes the **${environment}** environment. The address decides: a token, an id or a card of one environment is unknown in the other.

| Environment | API | Hosted checkout |
|---|---|---|
| test | ${api.test} | ${checkout.test} |
| live | ${api.live} | ${checkout.live} |

## Formats

Bodies and replies are JSON objects (\`Content-Type: application/json\`) of at most 64 KiB. Amounts are whole numbers of the smallest currency unit. Times are ISO 8601, UTC, with milliseconds. A field that a request does not have is refused. Replies may get new members and errors new codes: ignore what you do not know. Nothing documented is renamed or changes its type.

## external_id

Every request that changes something carries an \`external_id\` of yours, unique for ever within your account, the environment and the kind of request. The same id with the same content returns the stored reply, byte for byte, with \`Idempotent-Replayed: true\`. With other content it is 409 \`external_id_conflict\`.

## Errors

Errors are JSON objects with the members of RFC 9457. Decide by \`code\`. A declined card is no error but a transaction with status DECLINED.

| Code | Status | Cause | What to do |
|---|---|---|---|
${problemCodes.map(formatErrorRow).join('\n')}`;
}

function formatErrorRow(code: keyof typeof problems): string {
  const [status, , cause, fix] = problems[code];
  return `| \`${code}\` | ${status} | ${cause} | ${fix} |`;
}

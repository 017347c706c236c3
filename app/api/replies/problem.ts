import type { Context } from 'hono';
import { z } from '@hono/zod-openapi';
import { buildPortalUrl } from '~/platform/http/surfaces.server';
import { toJson } from '~/platform/json';
import type { ApiEnv } from '~/api/api-env';
import { respond, type JsonReply } from './respond';
import { problemMemberSchemas } from './problem-members';

type ProblemDefinition = readonly [status: number, title: string, cause: string, fix: string];

/**
 * Every error of the API: the only place that gives a code its status, its title and what the reference says of it
 * (decisions: Errors).
 */
export const problems = {
  malformed_request: [
    400,
    'The request cannot be read',
    'What arrived is not HTTP: its first line, a header, the address or the framing of the body is broken; or `Expect` asks for what nobody has heard of.',
    'Let an HTTP library write the request.',
  ],
  malformed_json: [
    400,
    'The body is not plain JSON',
    'The body is empty, is not UTF-8, cannot be read as JSON, names a member of an object twice, or is nested more than 16 deep.',
    'Send one JSON object in UTF-8. Let a library write it: one comma too many is enough.',
  ],
  invalid_query: [
    400,
    'The query is not right',
    'A query parameter is missing or has a value that is not allowed.',
    '`errors` names each parameter and what it may be.',
  ],
  missing_token: [
    401,
    'An access token is needed',
    'The request has no `Authorization` header.',
    'Fetch a token with `POST /auth/token` and send `Authorization: Bearer <ACCESS_TOKEN>`.',
  ],
  invalid_token: [
    401,
    'The access token is not valid',
    'The `Authorization` header does not say `Bearer` and a token, the token is over an hour old or damaged, or its client secret was rolled or revoked.',
    'Fetch a new token and send the request again, with the same `external_id`.',
  ],
  wrong_environment: [
    401,
    'The access token belongs to the other environment',
    'A test token was sent to the live address, or a live token to the test address.',
    'Fetch the token from the address you call. Nothing crosses between the environments.',
  ],
  invalid_client: [
    401,
    'The client id or secret is wrong',
    'No client of this environment has this id and this secret. Test and live have secrets of their own.',
    'Compare both with the Developers page. Secrets are shown once: if yours is lost, create a new one.',
  ],
  account_suspended: [
    403,
    'The account is suspended',
    'We have stopped this account, so it can do nothing through the API.',
    'Write to us. Sending the request again does not help.',
  ],
  pci_certification_required: [
    403,
    'Raw card data needs PCI certification',
    'The account is not registered as PCI DSS certified, so it may not send card numbers in the live environment.',
    'Use the hosted checkout, or pay with a card token that a payer’s card was kept as there.',
  ],
  live_not_enabled: [
    403,
    'The account is not live yet',
    'The merchant application is not approved yet.',
    'Finish the application in the portal. Until then the test environment is yours to use.',
  ],
  address_not_allowed: [
    403,
    'The request comes from an address that is not allowed',
    'The account has listed the addresses from which its credentials of this environment may be used, and this is none of them. Nothing was done.',
    'Send the request from a listed address, or edit the list in the portal under Developers.',
  ],
  not_found: [
    404,
    'There is nothing here',
    'The address or the id is unknown. What belongs to another account or to the other environment is answered in the same way.',
    'Check the id and the environment. A test id is never known in live.',
  ],
  method_not_allowed: [
    405,
    'This address does not take that method',
    'The address exists, but not for this method.',
    'The `Allow` header names the methods it takes.',
  ],
  request_timeout: [
    408,
    'The request took too long to arrive',
    'Headers and body did not arrive in full within 30 seconds. Nothing was done.',
    'Look at the connection, then send the same request again, with the same `external_id`.',
  ],
  external_id_conflict: [
    409,
    'The external_id was used for something else',
    'The same `external_id` was sent before with other content. No change was made.',
    'Use a new `external_id` for a new request. To repeat the old one, send it exactly as it was; `differing_fields` names what differs.',
  ],
  request_in_progress: [
    409,
    'The same request is still being worked on',
    'A request with this `external_id` has not finished, and two seconds of waiting were not enough.',
    'Wait as `Retry-After` says and send the same request again: you get its result.',
  ],
  invalid_state: [
    409,
    'The transaction’s status does not allow this',
    'The transaction is not in a status from which this can be done, or nothing remains to be done it with.',
    'Look at `transaction_status` and `allowed_operations` in the reply.',
  ],
  body_too_large: [
    413,
    'The body is too large',
    'The body holds more than 64 KiB.',
    'Send fewer or shorter order items.',
  ],
  unsupported_media_type: [
    415,
    'The body must be application/json',
    'The `Content-Type` header is missing, or names another format or another charset than UTF-8; or the body is compressed.',
    'Send `Content-Type: application/json` and a body in UTF-8, without `Content-Encoding`.',
  ],
  unknown_host: [
    421,
    'No site of ours has this name',
    'The `Host` header names an address that is not ours: a proxy changed it, or DNS leads an old name here.',
    'Use the address that these pages name.',
  ],
  validation_failed: [
    422,
    'Some fields are not right',
    'One or more fields are missing, unknown, or hold a value that is not allowed. Nothing was done, and the `external_id` is still free.',
    '`errors` names every such field at once, the first 50 of very many. Fix them and send the request again, with the same `external_id` if you like.',
  ],
  amount_exceeds_remaining: [
    422,
    'The amount exceeds what remains',
    'The amount is more than what can still be captured, voided or refunded. An open chargeback locks its share.',
    'Ask for `remaining` or less. To capture or void all that remains, leave `amount` out.',
  ],
  test_card_required: [
    422,
    'The test environment takes only published test cards',
    'The card number may be a real one. It was neither stored nor logged.',
    'Pay with one of the test cards.',
  ],
  test_card_refused: [
    422,
    'The live environment takes no test cards',
    'The card number is one of the published test cards, which no bank knows.',
    'Try test cards at the test address.',
  ],
  too_many_requests: [
    429,
    'Too many requests',
    'You sent more requests than the limit allows, or too many wrong client secrets. Nothing was done.',
    'Wait as `Retry-After` says, then send the request again, with the same `external_id`.',
  ],
  headers_too_large: [
    431,
    'The headers are too large',
    'The headers hold more than 16 KiB together.',
    'Send fewer or shorter headers.',
  ],
  internal_error: [
    500,
    'Something failed on our side',
    'Our fault. We have recorded it under the `request_id`.',
    'Send the same request again with the same `external_id`: it has one effect, however often it is sent.',
  ],
  outcome_unknown: [
    503,
    'The acquirer did not answer',
    'The request went out, and we do not know yet whether the bank has done it. It is neither approved nor declined.',
    'Do not pay again under another `external_id`. Send the same request again, or ask for the transaction, until it is no longer pending.',
  ],
  acquirer_not_configured: [
    503,
    'No acquirer is connected',
    'The live environment has no bank behind it yet, so nothing was sent to one.',
    'Write to us, or use the test environment.',
  ],
} as const satisfies Record<string, ProblemDefinition>;

export type ProblemCode = keyof typeof problems;
export type ProblemStatus<Code extends ProblemCode> = (typeof problems)[Code][0];
export type FieldError = { field: string; code: string; message: string };

export const problemCodes = Object.keys(problems) as [ProblemCode, ...ProblemCode[]];

/** Where the reference explains each code. */
const problemTypeUrls = Object.fromEntries(
  problemCodes.map((code) => [code, buildPortalUrl(`/docs/errors#${code}`)]),
) as Record<ProblemCode, string>;

export const ProblemSchema = z
  .strictObject({
    type: z.url().openapi({ description: 'Where this error is explained.' }),
    title: z.string().openapi({ description: 'The code in words.' }),
    status: z.int().openapi({ description: 'The HTTP status once more.' }),
    detail: z.string().openapi({ description: 'What happened this time, for people. Do not parse it.' }),
    instance: z.string().openapi({ description: 'Names this one reply.' }),
    code: z.enum(problemCodes).openapi({ description: 'What to decide by. New codes may be added.' }),
    request_id: z
      .string()
      .openapi({ description: 'The request’s id, for our support. The same as `X-Request-Id`.' }),
    ...problemMemberSchemas,
  })
  .openapi('Problem', { description: 'An error, with the members of RFC 9457.' });

export type ProblemBody = z.input<typeof ProblemSchema>;
type ProblemDetails = Partial<Pick<ProblemBody, 'detail' | keyof typeof problemMemberSchemas>> & {
  headers?: Record<string, string>;
};

/** The body of an error reply. */
export function buildProblemBody(
  code: ProblemCode,
  requestId: string,
  { detail, ...members }: Omit<ProblemDetails, 'headers'> = {},
): ProblemBody {
  const [status, title] = problems[code];
  return {
    type: problemTypeUrls[code],
    title,
    status,
    detail: detail ?? `${title}.`,
    instance: `urn:tillway:request:${requestId}`,
    code,
    request_id: requestId,
    ...members,
  };
}

/** An error reply, sent as application/json because the spec says so (spec 4). */
export function respondWithProblem<Code extends ProblemCode>(
  c: Context<ApiEnv>,
  code: Code,
  { headers, ...details }: ProblemDetails = {},
): JsonReply<ProblemBody, ProblemStatus<Code>> {
  const status: ProblemStatus<Code> = problems[code][0];
  return respond(c, status, toJson(buildProblemBody(code, c.env.requestId, details)), headers);
}

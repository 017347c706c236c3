import type { Context } from 'hono';
import { z } from '@hono/zod-openapi';
import { buildPortalUrl } from '~/platform/http/surfaces.server';
import { toJson } from '~/platform/json';
import type { ApiEnv } from '~/api/api-env';
import { respond, type JsonReply } from './respond';
import { problemMemberSchemas } from './problem-members';

type ProblemDefinition = readonly [status: number, title: string, cause: string, fix: string];

/**
 * Every API error: the only place that defines a code's status, title, and documentation (decisions: Errors).
 */
export const problems = {
  malformed_request: [
    400,
    'Malformed request',
    'The request isn’t valid HTTP: its request line, a header, the URL, or the body framing is malformed, or its `Expect` header isn’t supported.',
    'Use an HTTP library to send the request.',
  ],
  malformed_json: [
    400,
    'Invalid JSON',
    'The body is empty, isn’t UTF-8, isn’t valid JSON, contains a duplicate name or the name `__proto__`, or is nested more than 16 levels deep.',
    'Send one JSON object in UTF-8. Use a JSON library to create it.',
  ],
  invalid_query: [
    400,
    'Invalid query',
    'A query parameter is missing, has an invalid value, or doesn’t exist.',
    '`errors` lists each invalid parameter and its allowed values.',
  ],
  missing_token: [
    401,
    'Access token required',
    'The request has no `Authorization` header.',
    'Get a token with `POST /auth/token` and send `Authorization: Bearer <ACCESS_TOKEN>`.',
  ],
  invalid_token: [
    401,
    'Invalid access token',
    'The `Authorization` header doesn’t contain `Bearer` and one of our access tokens, the token is expired or damaged, or its client secret expired or was revoked.',
    'Get a new token and retry the request with the same `external_id`.',
  ],
  wrong_environment: [
    401,
    'Access token for the wrong environment',
    'A test token was sent to the live API, or a live token to the test API.',
    'Get the token from the same API URL that you call.',
  ],
  invalid_client: [
    401,
    'Wrong client ID or secret',
    'No client in this environment has this ID and secret. Test and live have separate secrets.',
    'Compare both with the Developers page in the portal. If you’ve lost the secret, create a new one.',
  ],
  operation_declined: [
    402,
    'Operation declined',
    'The bank declined the capture or void. The payment is unchanged, and the amount can be captured or voided again.',
    '`decline` contains the reason. To try again, use a new `external_id`: the same one gets the same error.',
  ],
  account_suspended: [
    403,
    'Account suspended',
    'This account is suspended and can’t use the API.',
    'Contact support. Retrying doesn’t help.',
  ],
  pci_certification_required: [
    403,
    'PCI DSS certification required',
    'Your account isn’t registered as PCI DSS certified, so it can’t send card numbers in the live environment.',
    'Use the hosted checkout, or a card token that was created there.',
  ],
  live_not_enabled: [
    403,
    'Account not live',
    'Your merchant application hasn’t been approved yet.',
    'Complete the application in the portal. Until then, use the test environment.',
  ],
  address_not_allowed: [
    403,
    'IP address not allowed',
    'The account allows its credentials in this environment only from listed IP addresses, and this address isn’t one of them. The request had no effect.',
    'Send the request from a listed address, or edit the list in the portal under Developers.',
  ],
  not_found: [
    404,
    'Not found',
    'The URL or ID doesn’t exist, or it belongs to another account or environment.',
    'Check the ID and the environment. Test IDs don’t exist in live.',
  ],
  method_not_allowed: [
    405,
    'Method not allowed',
    'The URL exists but doesn’t support this method.',
    'The `Allow` header lists the supported methods.',
  ],
  request_timeout: [
    408,
    'Request timeout',
    'The complete request didn’t arrive within 30 seconds. It had no effect.',
    'Check the connection, then retry the request with the same `external_id`.',
  ],
  external_id_conflict: [
    409,
    'external_id conflict',
    'An earlier request used the same `external_id` with different content. This request had no effect.',
    'For a new request, use a new `external_id`. To retry the earlier request, send exactly the same content. `differing_fields` lists what differs.',
  ],
  request_in_progress: [
    409,
    'Request in progress',
    'A request with this `external_id` was still being processed after two seconds, or another capture or void that is being processed reserves part of the amount.',
    'Wait for the time in `Retry-After`, then send the same request again.',
  ],
  invalid_state: [
    409,
    'Operation not allowed in this status',
    'The transaction’s status doesn’t allow this operation, or no amount remains.',
    'Check `transaction_status` and `allowed_operations` in the response.',
  ],
  intent_not_open: [
    409,
    'Payment intent not open',
    'Only an open payment intent can be canceled. This one is being paid, was paid, expired, or failed after five declined attempts. Nothing was changed.',
    'Check `intent_status`. `paying`: retrieve the intent again in a minute. `paid`: to return the money, void or refund `transaction_id`. `expired` and `failed`: there’s nothing to cancel.',
  ],
  body_too_large: [413, 'Body too large', 'The body exceeds 64 KiB.', 'Send fewer or shorter order items.'],
  unsupported_media_type: [
    415,
    'Unsupported media type',
    'The `Content-Type` header is missing or isn’t JSON in UTF-8, or the body is compressed.',
    'Send `Content-Type: application/json` and a body in UTF-8, without `Content-Encoding`.',
  ],
  unknown_host: [
    421,
    'Unknown host',
    'The `Host` header contains an unknown host. A proxy may have changed it, or an old DNS record points here.',
    'Use the API URL shown in the portal.',
  ],
  validation_failed: [
    422,
    'Validation failed',
    'One or more fields are missing, unknown, or invalid. The request had no effect, and its `external_id` is still available.',
    '`errors` lists up to 50 invalid fields. Fix them and send the request again. You can use the same `external_id`.',
  ],
  amount_exceeds_remaining: [
    422,
    'Amount exceeds the remaining amount',
    'The amount is more than can still be captured, voided, or refunded. Amounts in open chargebacks are locked.',
    'Request at most `remaining`. To capture, void, or refund the full remaining amount, omit `amount`.',
  ],
  partial_void_not_supported: [
    422,
    'Partial void not supported',
    'The payment’s acquirer can release a hold only as a whole. Nothing was sent.',
    'To release the full remaining amount, omit `amount`. To keep a part, capture it: the acquirer then releases the rest.',
  ],
  test_card_required: [
    422,
    'Not a test card',
    'The test environment accepts only test cards. This may be a real card number, so it was neither stored nor logged.',
    'Use one of the published test cards.',
  ],
  test_card_refused: [
    422,
    'Test card in live',
    'The card number belongs to a test card, which works only in the test environment.',
    'Use test cards in the test environment.',
  ],
  too_many_requests: [
    429,
    'Too many requests',
    'You exceeded the limit of requests per second, or more than ten wrong client secrets were sent for one client ID within a minute. The request had no effect.',
    'Wait for the number of seconds in `Retry-After`, then send the same request again.',
  ],
  headers_too_large: [
    431,
    'Headers too large',
    'The headers exceed 16 KiB.',
    'Send fewer or shorter headers.',
  ],
  internal_error: [
    500,
    'Internal error',
    'Something went wrong on our side. We logged the error under the `request_id`. The request may have taken effect.',
    'Retry the request with the same `external_id` and the same content: it takes effect only once. If the error persists, send the `request_id` to support.',
  ],
  outcome_unknown: [
    503,
    'Unknown outcome',
    'The request was sent, but the acquirer hasn’t responded yet, or we couldn’t store its response. The outcome may be approved or declined.',
    'Don’t charge the card again with another `external_id`. Retry the same request or retrieve the transaction until it’s no longer pending.',
  ],
  database_unavailable: [
    503,
    'Database unavailable',
    'Our database didn’t respond, so we can’t process requests at the moment. This request may already have been stored and may still take effect.',
    'Wait for the time in `Retry-After`, then retry the request with the same `external_id`. It takes effect only once.',
  ],
  acquirer_not_configured: [
    503,
    'No acquirer connected',
    'The live environment isn’t connected to an acquirer yet. Nothing was sent.',
    'Contact support, or use the test environment.',
  ],
} as const satisfies Record<string, ProblemDefinition>;

export type ProblemCode = keyof typeof problems;
export type ProblemStatus<Code extends ProblemCode> = (typeof problems)[Code][0];
export type FieldError = { field: string; code: string; message: string };

export const problemCodes = Object.keys(problems) as [ProblemCode, ...ProblemCode[]];

/** The documentation URL of each code. */
const problemTypeUrls = Object.fromEntries(
  problemCodes.map((code) => [code, buildPortalUrl(`/docs/errors#${code}`)]),
) as Record<ProblemCode, string>;

export const ProblemSchema = z
  .object({
    type: z.url().openapi({ description: 'The URL of the error’s documentation.' }),
    title: z.string().openapi({ description: 'A short summary of the error type.' }),
    status: z.int().openapi({ description: 'The HTTP status code.' }),
    detail: z
      .string()
      .openapi({ description: 'A human-readable explanation of this occurrence. Don’t parse it.' }),
    instance: z.string().openapi({ description: 'Identifies this occurrence.' }),
    code: z
      .enum(problemCodes)
      .openapi({ description: 'The error code. Use it to handle errors. New codes may be added.' }),
    request_id: z
      .string()
      .openapi({ description: 'The request ID, for our support team. Same as `X-Request-Id`.' }),
    ...problemMemberSchemas,
  })
  .openapi('Problem', { description: 'An error, with the members of RFC 9457.' });

export type ProblemBody = z.input<typeof ProblemSchema>;
type ProblemDetails = Partial<Pick<ProblemBody, 'detail' | keyof typeof problemMemberSchemas>> & {
  headers?: Record<string, string>;
};

/** The first invalid field or query parameter, and how many more there are. */
function describeFieldErrors([first, ...others]: FieldError[], noun: 'field' | 'parameter'): string {
  const rest =
    others.length === 1 ? ` One more ${noun} is invalid.` : ` ${others.length} more ${noun}s are invalid.`;
  const sentence = `${first!.field || 'The body'} ${first!.message}`;
  return `${sentence}${sentence.endsWith('?') ? '' : '.'}${others.length ? rest : ''}`;
}

/** The body of an error response. Without a detail of its own, the detail says how to fix it. */
export function buildProblemBody(
  code: ProblemCode,
  requestId: string,
  { detail, ...members }: Omit<ProblemDetails, 'headers'> = {},
): ProblemBody {
  const [status, title, , fix] = problems[code];
  const noun = code === 'invalid_query' ? 'parameter' : 'field';
  return {
    type: problemTypeUrls[code],
    title,
    status,
    detail:
      detail ??
      (members.errors?.length ? describeFieldErrors(members.errors, noun) : fix.replaceAll('`', '')),
    instance: `urn:tillway:request:${requestId}`,
    code,
    request_id: requestId,
    ...members,
  };
}

/** An error response, sent as application/json because the spec says so (spec 4). */
export function respondWithProblem<Code extends ProblemCode>(
  c: Context<ApiEnv>,
  code: Code,
  { headers, ...details }: ProblemDetails = {},
): JsonReply<ProblemBody, ProblemStatus<Code>> {
  const status: ProblemStatus<Code> = problems[code][0];
  // RFC 9110 requires it.
  const challenge = status === 401 && { 'WWW-Authenticate': 'Bearer' };
  return respond(c, status, toJson(buildProblemBody(code, c.env.requestId, details)), {
    ...challenge,
    ...headers,
  });
}

import type { Context } from 'hono';
import { z } from '@hono/zod-openapi';
import type { ApiEnv } from './api-env';

/** Every error of the API: the only place that gives a code its status and title (decisions: Errors). */
export const problems = {
  malformed_json: [400, 'The body is not plain JSON'],
  invalid_query: [400, 'The query is not right'],
  missing_token: [401, 'An access token is needed'],
  invalid_token: [401, 'The access token is not valid'],
  wrong_environment: [401, 'The access token belongs to the other environment'],
  invalid_client: [401, 'The client id or secret is wrong'],
  account_suspended: [403, 'The account is suspended'],
  pci_certification_required: [403, 'Raw card data needs PCI certification'],
  live_not_enabled: [403, 'The account is not live yet'],
  not_found: [404, 'There is nothing here'],
  method_not_allowed: [405, 'This address does not take that method'],
  external_id_conflict: [409, 'The external_id was used for something else'],
  request_in_progress: [409, 'The same request is still being worked on'],
  invalid_state: [409, 'The transaction’s status does not allow this'],
  body_too_large: [413, 'The body is too large'],
  unsupported_media_type: [415, 'The body must be application/json'],
  validation_failed: [422, 'Some fields are not right'],
  amount_exceeds_remaining: [422, 'The amount exceeds what remains'],
  test_card_required: [422, 'The test environment takes only published test cards'],
  test_card_refused: [422, 'The live environment takes no test cards'],
  too_many_requests: [429, 'Too many requests'],
  internal_error: [500, 'Something failed on our side'],
  outcome_unknown: [503, 'The acquirer did not answer'],
  acquirer_not_configured: [503, 'No acquirer is connected'],
} as const satisfies Record<string, readonly [number, string]>;

export type ProblemCode = keyof typeof problems;
export type FieldError = { field: string; code: string; message: string };

export const Problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string(),
    code: z.enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]]),
    request_id: z.string(),
    errors: z.array(z.object({ field: z.string(), code: z.string(), message: z.string() })).optional(),
  })
  .openapi('Problem');

type Details = { detail?: string; headers?: Record<string, string>; errors?: FieldError[] } & Record<string, unknown>;

/** An error reply with the members of RFC 9457, sent as application/json because the spec says so (spec 4). */
export function problem(c: Context<ApiEnv>, code: ProblemCode, { detail, headers, ...members }: Details = {}): Response {
  const [status, title] = problems[code];
  const body = {
    type: `urn:tillway:problem:${code}`,
    title,
    status,
    detail: detail ?? `${title}.`,
    instance: `urn:tillway:request:${c.env.requestId}`,
    code,
    request_id: c.env.requestId,
    ...members,
  };
  return c.body(JSON.stringify(body), status, { 'Content-Type': 'application/json', ...headers });
}

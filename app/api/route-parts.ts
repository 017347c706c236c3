import type { z } from '@hono/zod-openapi';
import { exampleProblem } from './examples';
import { headerRefs, type HeaderName } from './headers';
import { Problem, problems, type ProblemCode, type StatusOf } from './problem';

// Pieces that every route's description repeats.

/** Named bodies, such as { capture: { … } }. */
type Examples = Record<string, unknown>;

const named = (examples: Examples) =>
  Object.fromEntries(
    Object.entries(examples).map(([name, value]) => [name, { summary: name.replaceAll('_', ' '), value }]),
  );

export const jsonBody = <S extends z.ZodType>(schema: S, examples: Examples) => ({
  required: true,
  content: { 'application/json': { schema, examples: named(examples) } },
});

export const jsonReply = <S extends z.ZodType>(
  schema: S,
  description: string,
  examples: Examples,
  headers: HeaderName[] = [],
) => ({
  description,
  headers: headerRefs(...headers),
  content: { 'application/json': { schema, examples: named(examples) } },
});

/** What a reply to a call with a token says of the rate limit. */
export const rateHeaders: HeaderName[] = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];

const anyCall = ['too_many_requests', 'internal_error'] as const;
/** What every call with a token can be answered with. */
export const withToken = [
  'missing_token',
  'invalid_token',
  'wrong_environment',
  'account_suspended',
  'live_not_enabled',
  'address_not_allowed',
] as const;
/** What every call with a body can be answered with. */
export const withBody = [
  'malformed_json',
  'body_too_large',
  'unsupported_media_type',
  'validation_failed',
] as const;
/** What every call that asks the acquirer can be answered with. */
export const withAcquirer = [
  'external_id_conflict',
  'request_in_progress',
  'outcome_unknown',
  'acquirer_not_configured',
] as const;

/** Statuses that are sent before the call is counted. */
const uncounted = [401];
const retried: ProblemCode[] = ['request_in_progress', 'too_many_requests', 'outcome_unknown'];

/** The error replies of a route: one per status, with the codes that it can carry. */
export function failures<Code extends ProblemCode>(...codes: Code[]) {
  const all: ProblemCode[] = [...codes, ...anyCall];
  const statuses = [...new Set(all.map((code) => problems[code][0]))].sort();
  const ofStatus = (status: number) => all.filter((code) => problems[code][0] === status);
  const counted = all.includes('missing_token');
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      failure(ofStatus(status), headersOf(status, ofStatus(status), counted)),
    ]),
  ) as Record<StatusOf<Code | (typeof anyCall)[number]>, ReturnType<typeof failure>>;
}

function headersOf(status: number, codes: ProblemCode[], counted: boolean): HeaderName[] {
  return [
    ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
    ...(codes.some((code) => retried.includes(code)) ? (['Retry-After'] as const) : []),
    ...(counted && !uncounted.includes(status) ? rateHeaders : []),
  ];
}

function failure(codes: ProblemCode[], headers: HeaderName[]) {
  const explained = (code: ProblemCode) => ({
    summary: problems[code][1],
    description: problems[code].slice(2).join(' '),
    value: exampleProblem(code),
  });
  return {
    description: codes.map((code) => `\`${code}\`: ${problems[code][2]}`).join('\n\n'),
    headers: headerRefs(...headers),
    content: {
      'application/json': {
        schema: Problem,
        examples: Object.fromEntries(codes.map((code) => [code, explained(code)])),
      },
    },
  };
}

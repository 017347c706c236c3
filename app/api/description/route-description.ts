import type { z } from '@hono/zod-openapi';
import { buildExampleProblem } from './examples';
import { buildHeaderRefs, type HeaderName } from './headers';
import { ProblemSchema, problems, type ProblemCode, type ProblemStatus } from '~/api/replies/problem';

// Parts that every route description shares.

/** Named bodies, such as { capture: { … } }. */
type Examples = Record<string, unknown>;

const toNamedExamples = (examples: Examples) =>
  Object.fromEntries(
    Object.entries(examples).map(([name, value]) => [name, { summary: name.replaceAll('_', ' '), value }]),
  );

export const describeJsonBody = <S extends z.ZodType>(schema: S, examples: Examples) => ({
  required: true,
  content: { 'application/json': { schema, examples: toNamedExamples(examples) } },
});

export const describeJsonReply = <S extends z.ZodType>(
  schema: S,
  description: string,
  examples: Examples,
  headers: HeaderName[] = [],
) => ({
  description,
  headers: buildHeaderRefs(...headers),
  content: { 'application/json': { schema, examples: toNamedExamples(examples) } },
});

/** The rate limit headers of a response to an authenticated request. */
export const rateHeaders: HeaderName[] = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];

const anyCallCodes = [
  'invalid_query',
  'too_many_requests',
  'internal_error',
  'database_unavailable',
] as const;
/** The possible errors of every authenticated request. */
export const tokenCodes = [
  'missing_token',
  'invalid_token',
  'wrong_environment',
  'account_suspended',
  'live_not_enabled',
  'address_not_allowed',
] as const;
/** The possible errors of every request with a body. */
export const bodyCodes = [
  'malformed_json',
  'body_too_large',
  'unsupported_media_type',
  'validation_failed',
] as const;
/** The possible errors of every request that involves the acquirer. */
export const acquirerCodes = [
  'external_id_conflict',
  'request_in_progress',
  'outcome_unknown',
  'acquirer_not_configured',
] as const;

/** The errors of requests that the rate limit doesn't count. */
const uncountedCodes: readonly ProblemCode[] = tokenCodes;
const retryableCodes: ProblemCode[] = [
  'request_in_progress',
  'too_many_requests',
  'outcome_unknown',
  'database_unavailable',
];
/** The errors that are stored under their external_id. */
const replayedCodes: ProblemCode[] = ['operation_declined'];

/** The error responses of a route: one per status, with its possible codes. */
export function describeFailures<Code extends ProblemCode>(...codes: Code[]) {
  const all: ProblemCode[] = [...codes, ...anyCallCodes];
  const statuses = [...new Set(all.map((code) => problems[code][0]))].sort();
  const listCodes = (status: number) => all.filter((code) => problems[code][0] === status);
  const isRateLimited = all.includes('missing_token');
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      describeFailure(listCodes(status), getHeaderNames(status, listCodes(status), isRateLimited)),
    ]),
  ) as Record<ProblemStatus<Code | (typeof anyCallCodes)[number]>, ReturnType<typeof describeFailure>>;
}

function getHeaderNames(status: number, codes: ProblemCode[], isRateLimited: boolean): HeaderName[] {
  return [
    ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
    ...(codes.some((code) => retryableCodes.includes(code)) ? (['Retry-After'] as const) : []),
    ...(codes.some((code) => replayedCodes.includes(code)) ? (['Idempotent-Replayed'] as const) : []),
    ...(isRateLimited && codes.some((code) => !uncountedCodes.includes(code)) ? rateHeaders : []),
  ];
}

function describeFailure(codes: ProblemCode[], headers: HeaderName[]) {
  const explainCode = (code: ProblemCode) => ({
    summary: problems[code][1],
    description: problems[code].slice(2).join(' '),
    value: buildExampleProblem(code),
  });
  return {
    description: codes.map((code) => `\`${code}\`: ${problems[code][2]}`).join('\n\n'),
    headers: buildHeaderRefs(...headers),
    content: {
      'application/json': {
        schema: ProblemSchema,
        examples: Object.fromEntries(codes.map((code) => [code, explainCode(code)])),
      },
    },
  };
}

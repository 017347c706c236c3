import type { z } from '@hono/zod-openapi';
import { buildExampleProblem } from './examples';
import { buildHeaderRefs, type HeaderName } from './headers';
import { ProblemSchema, problems, type ProblemCode, type ProblemStatus } from '~/api/replies/problem';

// Pieces that every route's description repeats.

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

/** What a reply to a call with a token says of the rate limit. */
export const rateHeaders: HeaderName[] = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];

const anyCallCodes = ['too_many_requests', 'internal_error'] as const;
/** What every call with a token can be answered with. */
export const tokenCodes = [
  'missing_token',
  'invalid_token',
  'wrong_environment',
  'account_suspended',
  'live_not_enabled',
  'address_not_allowed',
] as const;
/** What every call with a body can be answered with. */
export const bodyCodes = [
  'malformed_json',
  'body_too_large',
  'unsupported_media_type',
  'validation_failed',
] as const;
/** What every call that asks the acquirer can be answered with. */
export const acquirerCodes = [
  'external_id_conflict',
  'request_in_progress',
  'outcome_unknown',
  'acquirer_not_configured',
] as const;

/** Statuses that are sent before the call is counted. */
const unlimitedStatuses = [401];
const retryableCodes: ProblemCode[] = ['request_in_progress', 'too_many_requests', 'outcome_unknown'];

/** The error replies of a route: one per status, with the codes that it can carry. */
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
    ...(isRateLimited && !unlimitedStatuses.includes(status) ? rateHeaders : []),
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

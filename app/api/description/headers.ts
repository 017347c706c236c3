const describeTextHeader = (description: string, example: string) => ({
  description,
  schema: { type: 'string' as const },
  example,
});
const describeCountHeader = (description: string, example: number) => ({
  description,
  schema: { type: 'integer' as const, minimum: 0 },
  example,
});

/** Every header that a reply may carry, as the description of the API tells it. */
export const replyHeaders = {
  'X-Request-Id': describeTextHeader(
    'The request’s id. Keep it in your log: with it our support finds the request.',
    'req_01m7xwrs5x3y4mxwd8ppsqfdgw7sm0k6pszg',
  ),
  'Idempotent-Replayed': {
    ...describeTextHeader(
      'The `external_id` was used before: this is the stored reply, and nothing was done again.',
      'true',
    ),
    schema: { type: 'string' as const, enum: ['true'] },
  },
  'X-Total-Matches': describeCountHeader('How many transactions match.', 1),
  'WWW-Authenticate': describeTextHeader(
    'The scheme to authenticate with (RFC 6750).',
    'Bearer error="invalid_token"',
  ),
  'RateLimit-Limit': describeCountHeader(
    'Requests that your account may send in a second, in this environment.',
    100,
  ),
  'RateLimit-Remaining': describeCountHeader('How many of them are left.', 99),
  'RateLimit-Reset': describeCountHeader('Seconds until the limit resets.', 1),
  'Retry-After': describeCountHeader('Seconds to wait before the request is sent again.', 5),
};

export type HeaderName = keyof typeof replyHeaders;

/** What a reply's description says of its headers. */
export const buildHeaderRefs = (...names: HeaderName[]) =>
  Object.fromEntries(
    (['X-Request-Id', ...names] as const).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );

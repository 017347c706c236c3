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

/** Every response header, as the API description shows it. */
export const replyHeaders = {
  'X-Request-Id': describeTextHeader(
    'The request ID. Log it, so that our support team can find the request.',
    'req_01m7xwrs5x3y4mxwd8ppsqfdgw7sm0k6pszg',
  ),
  'Idempotent-Replayed': {
    ...describeTextHeader(
      'An earlier request with the same `external_id` was already executed, and this is its result. Nothing was executed again.',
      'true',
    ),
    schema: { type: 'string' as const, enum: ['true'] },
  },
  'X-Total-Matches': describeCountHeader('The number of matching transactions.', 1),
  'WWW-Authenticate': describeTextHeader(
    'The authentication scheme (RFC 6750).',
    'Bearer error="invalid_token"',
  ),
  'RateLimit-Limit': describeCountHeader(
    'The number of requests per second that your account can send in this environment.',
    100,
  ),
  'RateLimit-Remaining': describeCountHeader('The number of requests left.', 99),
  'RateLimit-Reset': describeCountHeader('Seconds until the limit resets.', 1),
  'Retry-After': describeCountHeader('Seconds to wait before you retry.', 5),
};

export type HeaderName = keyof typeof replyHeaders;

/** The headers in a response's description. */
export const buildHeaderRefs = (...names: HeaderName[]) =>
  Object.fromEntries(
    (['X-Request-Id', ...names] as const).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );

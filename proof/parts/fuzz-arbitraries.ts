// Requests for fuzzing: valid ones with random changes, and bytes that are no requests.
import fc from 'fast-check';

/** Not a test card, which the documentation lists. */
const pan = '4532015112830366';
export const panPattern = /4532 ?0151 ?1283 ?0366/;

/** Which of the two processes gets the request. */
const process = fc.nat(1);

/** Values that programs often handle incorrectly. */
const unusualValues = [
  null,
  true,
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e',
  '﷽',
  '💳'.repeat(300),
  'x'.repeat(70_000),
  '__proto__',
  'constructor',
  '../../etc/passwd',
  "' or 1=1 --",
  '<script>alert(1)</script>',
  '{{7*7}}',
  '%00',
  '%',
  'NaN',
  '1e999',
  '2026-02-30',
  '9999-12-31T23:59:60Z',
  pan,
  `${pan.slice(0, 4)} ${pan.slice(4, 8)} ${pan.slice(8)}`,
  -1,
  0,
  0.1,
  1e21,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  [],
  {},
  [[]],
  [null],
] as const;

/** Null, except in one of so many requests. */
const rarely = <T>(oneIn: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: oneIn - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });

const nested = (depth: number): unknown => (depth ? [nested(depth - 1)] : 1);

const value = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<unknown>(...unusualValues) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.oneof(fc.double(), fc.maxSafeInteger()) },
  { weight: 1, arbitrary: fc.nat(300).map((depth) => nested(depth)) },
);
const text = fc.oneof(
  fc.constantFrom(...unusualValues.map(String)),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

/** A change at the n-th member of a body. */
const change = fc.record({
  at: fc.nat(30),
  how: fc.constantFrom('replace', 'remove', 'add', 'wrap'),
  value,
});
const headers = fc.record(
  {
    'Content-Type': fc.constantFrom(
      'text/plain',
      'application/json; charset=utf-16',
      'multipart/form-data',
      '',
    ),
    Authorization: fc.constantFrom('', 'Bearer', 'Bearer x.y.z', 'Basic YTpi', `Bearer ${'x'.repeat(5_000)}`),
    'Content-Encoding': fc.constantFrom('gzip', 'br', 'x'),
    Accept: fc.constantFrom('text/html', 'image/png', '*/*;q=0'),
    'Accept-Language': fc.constantFrom('de', 'x-klingon', '*', ',,,;q=9'),
    'X-Forwarded-For': fc.constantFrom('', 'x', '::1, ::1', '1.2.3.4'.repeat(50)),
    'X-Forwarded-Host': fc.constantFrom('evil.example', ''),
    'Idempotency-Key': fc.constantFrom('x', ''),
  },
  { requiredKeys: [] },
);
const query = fc.array(
  fc.tuple(
    fc.constantFrom(
      'limit',
      'before',
      'after',
      'status',
      'from',
      'to',
      'type',
      'id',
      'q',
      'search',
      'sort',
      'period',
      'intent_id',
      'client_id',
    ),
    text,
  ),
  { maxLength: 4 },
);

const apiRequest = fc.record({
  kind: fc.constant('api' as const),
  process,
  base: fc.nat(),
  changes: fc.array(change, { maxLength: 3 }),
  /** Cuts the body's text, or adds bytes to it. */
  cut: rarely(8, fc.nat(400)),
  added: rarely(12, fc.string({ unit: 'binary', maxLength: 8 })),
  headers: rarely(8, headers),
  query: rarely(4, query),
  method: rarely(15, fc.constantFrom('GET', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS')),
});
const pageRequest = fc.record({
  kind: fc.constant('page' as const),
  process,
  route: fc.nat(),
  /** Fewer than a path needs: the others are the IDs of a payment. */
  params: fc.array(text, { maxLength: 3 }),
  query,
  form: rarely(
    2,
    fc.array(
      fc.tuple(
        fc.constantFrom(
          'name',
          'email',
          'password',
          'amount',
          'id',
          'reason',
          'url',
          'intent',
          'kind',
          'number',
          'expiry',
          'code',
          'form_id',
          'color',
          'role',
        ),
        text,
      ),
      { maxLength: 5 },
    ),
  ),
  headers: rarely(6, headers),
});
const rawRequest = fc.record({
  kind: fc.constant('raw' as const),
  process,
  text: fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc
      .tuple(
        fc.constantFrom('GET', 'POST', 'BREW', 'get', ''),
        fc.constantFrom(
          '/',
          '*',
          '//',
          '/%',
          '/test/api/transactions',
          'http://evil.example/',
          '/../..',
          `/${'a'.repeat(20_000)}`,
        ),
        fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/9', ''),
        fc.array(
          fc.constantFrom(
            'Host: localhost',
            'Host: a',
            'Content-Length: 5',
            'Content-Length: -1',
            'Content-Length: 5, 6',
            'Transfer-Encoding: chunked',
            'Transfer-Encoding: chunked, identity',
            'Expect: 100-continue',
            'Upgrade: websocket',
            'Connection: upgrade',
            'Cookie: =;;=',
            ': x',
            'A\u0000: b',
            `X: ${'y'.repeat(20_000)}`,
          ),
          { maxLength: 6 },
        ),
        fc.constantFrom('', 'hello', '5\r\nhello\r\n0\r\n\r\n', 'zz\r\n'),
      )
      .map(
        ([method, target, version, lines, body]) =>
          `${method} ${target} ${version}\r\n${lines.join('\r\n')}\r\n\r\n${body}`,
      ),
  ),
});
export const fuzzedRequest = fc.oneof(
  { weight: 14, arbitrary: apiRequest },
  { weight: 5, arbitrary: pageRequest },
  { weight: 1, arbitrary: rawRequest },
);

type Generated<T> = T extends fc.Arbitrary<infer Value> ? Value : never;
export type ApiRequest = Generated<typeof apiRequest>;
export type PageRequest = Generated<typeof pageRequest>;
export type RawRequest = Generated<typeof rawRequest>;
export type FuzzedRequest = Generated<typeof fuzzedRequest>;
export type Change = Generated<typeof change>;

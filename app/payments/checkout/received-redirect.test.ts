import { expect, test } from 'vitest';
import { checkRedirect, getParameter, parseRedirect, type KnownIntent } from './received-redirect';
import { signRedirect } from './redirect-signature';

const secret = 'cs_test_1';
const timestamp = '2030-05-04T09:00:00.000Z';
const payment = {
  intent_id: 'int_1',
  reference_id: 'order 1+1 é',
  status: 'CAPTURED',
  timestamp,
  transaction_id: 'trx_1',
};
const card = { intent_id: 'int_1', reference_id: 'r', status: 'COMPLETED', timestamp, token: 'tok_1' };
const known: KnownIntent = {
  id: 'int_1',
  externalId: payment.reference_id,
  resultName: 'transaction_id',
  resultId: 'trx_1',
  redirectedAt: null,
};
const knownCard: KnownIntent = { ...known, externalId: 'r', resultName: 'token', resultId: 'tok_1' };
const signature = signRedirect(payment, secret);
const sign = (parameters: Record<string, string>) =>
  new URLSearchParams({ ...parameters, signature: signRedirect(parameters, secret) });
const check = (query: URLSearchParams | string, intent: KnownIntent | null = known) =>
  checkRedirect(parseRedirect(`https://shop.example/ok?${String(query)}`)!, secret, intent);
/** The genuine redirect of the payment with some parameters as the merchant received them. */
const received = (changes: Record<string, string | null>, parameters: Record<string, string> = payment) => {
  const query = sign(parameters);
  for (const [name, value] of Object.entries(changes))
    if (value === null) query.delete(name);
    else query.set(name, value);
  return query;
};

test('a redirect is read from a URL, a query, or their text', () => {
  const query = 'intent_id=1&status=a&status=b';
  const values = new Map([
    ['intent_id', ['1']],
    ['status', ['a', 'b']],
  ]);
  for (const pasted of [
    `https://shop.example/ok?${query}#x?y=1`,
    `?${query}`,
    query,
    `  ${query}\n`,
    `${query}#signature=1`,
  ])
    expect(parseRedirect(pasted), pasted).toEqual({ values, htmlEscaped: false });
  expect(parseRedirect(`?${query.replaceAll('&', '&amp;')}`)).toEqual({ values, htmlEscaped: true });
  expect(getParameter({ values, htmlEscaped: false }, 'status')).toBe('b');
  expect(getParameter({ values, htmlEscaped: false }, 'token')).toBeUndefined();
});

test.each(['intent_id', 'reference_id', 'status', 'timestamp', 'transaction_id', 'token', 'signature'])(
  '%s alone makes a redirect',
  (name) => expect(parseRedirect(`?${name}=1`)).not.toBeNull(),
);

test.each(['', 'hello', 'https://shop.example/ok?basket=7', `?${'a'.repeat(16_384)}&status=1`])(
  'other text is no redirect: %#',
  (pasted) => expect(parseRedirect(pasted)).toBeNull(),
);

test('an unchanged redirect is genuine, whether or not its intent is known', () => {
  const genuine = { genuine: true, findings: [] };
  for (const intent of [known, null]) {
    expect(check(sign(payment), intent)).toEqual(genuine);
    expect(check(sign(card), intent && knownCard)).toEqual(genuine);
    expect(check(sign({ ...payment, status: 'CANCELLED', transaction_id: '' }), intent)).toEqual(genuine);
  }
  expect(
    check(
      [...sign(payment)]
        .reverse()
        .map((pair) => new URLSearchParams([pair]))
        .join('&'),
    ),
  ).toEqual(genuine);
  expect(check(`basket=7&basket=8&${String(sign(payment))}`)).toEqual(genuine);
  // A value of the longest length is still read.
  const long = { ...payment, reference_id: 'x'.repeat(300) };
  expect(check(sign(long))).toEqual(genuine);
  const longer = { ...payment, reference_id: 'x'.repeat(301) };
  expect(check(sign(longer))).toEqual({ genuine: false, findings: [{ kind: 'unknown' }] });
});

test.each([
  ['no signature', { signature: null }, { kind: 'signature_missing' }],
  ['an empty signature', { signature: '' }, { kind: 'signature_missing' }],
  ['a short signature', { signature: signature.slice(1) }, { kind: 'signature_length', length: 63 }],
  ['a long signature', { signature: `${signature}0` }, { kind: 'signature_length', length: 65 }],
  ['no hex at the end', { signature: `${signature.slice(1)}g` }, { kind: 'signature_letters' }],
  ['no hex at the start', { signature: `g${signature.slice(1)}` }, { kind: 'signature_letters' }],
  ['another signature', { signature: '0'.repeat(64) }, { kind: 'unknown' }],
  ['uppercase', { signature: signature.toUpperCase() }, { kind: 'signature_upper_case' }],
])('%s is found', (_, changes, finding) => {
  expect(check(received(changes))).toEqual({ genuine: false, findings: [finding] });
});

test.each<[string, Record<string, string>, object[]]>([
  ['status', { status: 'VOIDED' }, [{ kind: 'changed', received: 'VOIDED', signed: 'CAPTURED' }]],
  ['intent_id', { intent_id: 'int_2' }, [{ kind: 'changed', received: 'int_2', signed: 'int_1' }]],
  ['reference_id', { reference_id: 'x' }, [{ kind: 'changed', received: 'x', signed: 'order 1+1 é' }]],
  ['transaction_id', { transaction_id: '' }, [{ kind: 'changed', received: '', signed: 'trx_1' }]],
  [
    'reference_id',
    { reference_id: 'order 1 1 é' },
    [{ kind: 'plus_lost', received: 'order 1 1 é', signed: 'order 1+1 é' }],
  ],
  [
    'reference_id',
    { reference_id: encodeURIComponent('order 1+1 é') },
    [{ kind: 'encoded_twice', received: 'order%201%2B1%20%C3%A9', signed: 'order 1+1 é' }],
  ],
  [
    'reference_id',
    { reference_id: ' order 1+1 é ' },
    [{ kind: 'space_added', received: ' order 1+1 é ', signed: 'order 1+1 é' }],
  ],
])('a change of %s to %j is found', (name, changes, findings) => {
  expect(check(received(changes))).toEqual({
    genuine: false,
    findings: findings.map((finding) => ({ name, ...finding })),
  });
});

test.each([
  ['plus_lost', 'a+b', 'a b'],
  ['encoded_twice', 'a/b', 'a%2Fb'],
  ['space_added', 'a', ' a'],
])('%s is found without knowing the intent', (kind, signed, value) => {
  expect(check(received({ reference_id: value }, { ...payment, reference_id: signed }), null)).toEqual({
    genuine: false,
    findings: [{ kind, name: 'reference_id', received: value, signed }],
  });
});

test('a percent sign that encodes nothing is read as it is', () => {
  expect(check(sign({ ...payment, reference_id: '100%' }), null)).toEqual({ genuine: true, findings: [] });
  const unknown = { genuine: false, findings: [{ kind: 'unknown' }] };
  expect(check(received({ reference_id: '%', status: 'VOIDED' }), null)).toEqual(unknown);
  const named = { ...payment, reference_id: 'undefined' };
  expect(check(received({ reference_id: '%' }, named), null)).toEqual(unknown);
});

test.each([
  'PENDING',
  'AUTHORIZED',
  'DECLINED',
  'VOIDED',
  'PARTIAL_CAPTURED',
  'EXPIRED',
  'SETTLED',
  'CANCELLED',
])('the signed status %s is found', (status) => {
  expect(check(received({ status: 'CAPTURED' }, { ...payment, status }), null)).toEqual({
    genuine: false,
    findings: [{ kind: 'changed', name: 'status', received: 'CAPTURED', signed: status }],
  });
});

test('changes of the redirect after a saved card are found', () => {
  const changed = received({ status: 'CANCELLED', token: 'tok_2' }, card);
  expect(check(changed, knownCard)).toEqual({
    genuine: false,
    findings: [
      { kind: 'changed', name: 'status', received: 'CANCELLED', signed: 'COMPLETED' },
      { kind: 'changed', name: 'token', received: 'tok_2', signed: 'tok_1' },
    ],
  });
  const canceled = { ...card, status: 'CANCELLED', token: '' };
  for (const intent of [null, knownCard])
    expect(check(received({ token: 'tok_2' }, canceled), intent)).toEqual({
      genuine: false,
      findings: [{ kind: 'changed', name: 'token', received: 'tok_2', signed: '' }],
    });
});

test('what we know about the intent decides which parameter is missing', () => {
  expect(check(received({ token: null }, card), knownCard)).toEqual({
    genuine: false,
    findings: [{ kind: 'missing', name: 'token' }],
  });
  const renamed = received({ token: null, transaction_id: 'tok_1' }, card);
  expect(check(renamed, knownCard).findings).toEqual([{ kind: 'missing', name: 'token' }]);
  const exchanged = received({ transaction_id: null, token: 'trx_1' });
  expect(check(exchanged).findings).toEqual([{ kind: 'missing', name: 'transaction_id' }]);
  // A parameter of the merchant's own URL.
  expect(check(received({ transaction_id: '7' }, card), knownCard)).toEqual({ genuine: true, findings: [] });
  expect(check(received({ token: '7' }))).toEqual({ genuine: true, findings: [] });
});

test('two changes at once are found, three are not', () => {
  const two = { status: 'VOIDED', intent_id: 'int_2' };
  expect(check(received(two)).findings).toEqual([
    { kind: 'changed', name: 'intent_id', received: 'int_2', signed: 'int_1' },
    { kind: 'changed', name: 'status', received: 'VOIDED', signed: 'CAPTURED' },
  ]);
  expect(check(received({ ...two, transaction_id: 'trx_2' }))).toEqual({
    genuine: false,
    findings: [{ kind: 'unknown' }],
  });
});

test('missing, repeated and HTML-escaped parameters are found, and what was signed', () => {
  expect(check(received({ transaction_id: null }))).toEqual({
    genuine: false,
    findings: [{ kind: 'missing', name: 'transaction_id' }],
  });
  expect(check(received({ transaction_id: null, status: null, intent_id: 'int_2' }))).toEqual({
    genuine: false,
    findings: [
      { kind: 'missing', name: 'status' },
      { kind: 'missing', name: 'transaction_id' },
      { kind: 'changed', name: 'intent_id', received: 'int_2', signed: 'int_1' },
    ],
  });
  expect(check(received({ reference_id: null }), null)).toEqual({
    genuine: false,
    findings: [{ kind: 'missing', name: 'reference_id' }, { kind: 'unknown' }],
  });
  const twice = received({});
  twice.append('status', 'CAPTURED');
  twice.append('signature', signature);
  expect(check(twice)).toEqual({
    genuine: false,
    findings: [
      { kind: 'twice', name: 'status' },
      { kind: 'twice', name: 'signature' },
    ],
  });
  expect(check(String(received({})).replaceAll('&', '&amp;'))).toEqual({
    genuine: false,
    findings: [{ kind: 'html_escaped' }],
  });
  const canceled = { ...payment, status: 'CANCELLED', transaction_id: '' };
  expect(
    check(received({ transaction_id: null, timestamp: 'x' }, canceled), {
      ...known,
      redirectedAt: new Date(timestamp),
    }),
  ).toEqual({
    genuine: false,
    findings: [
      { kind: 'missing', name: 'transaction_id' },
      { kind: 'changed', name: 'timestamp', received: 'x', signed: timestamp },
    ],
  });
  // A payment's redirect to which someone added a token.
  expect(check(received({ token: 'tok_1' }))).toEqual({ genuine: true, findings: [] });
});

test('a changed time is found around the time of the redirect', () => {
  const at = Date.parse(timestamp);
  const changed = (redirectedAt: number | null, changes: Record<string, string | null> = {}) =>
    check(received({ timestamp: '2031-01-01T00:00:00.000Z', ...changes }), {
      ...known,
      redirectedAt: redirectedAt === null ? null : new Date(redirectedAt),
    });
  const found = {
    genuine: false,
    findings: [
      { kind: 'changed', name: 'timestamp', received: '2031-01-01T00:00:00.000Z', signed: timestamp },
    ],
  };
  for (const away of [0, 1, -1, 3_000, -3_000]) expect(changed(at + away), String(away)).toEqual(found);
  const unknown = { genuine: false, findings: [{ kind: 'unknown' }] };
  for (const away of [3_001, -3_001]) expect(changed(at + away), String(away)).toEqual(unknown);
  expect(changed(null)).toEqual(unknown);
  expect(check(received({ timestamp: 'x' }, { ...payment, timestamp: known.externalId }))).toEqual(unknown);
  expect(changed(at, { status: 'VOIDED' })).toEqual(unknown);
  expect(changed(at, { timestamp: null })).toEqual({
    genuine: false,
    findings: [{ kind: 'missing', name: 'timestamp' }],
  });
});

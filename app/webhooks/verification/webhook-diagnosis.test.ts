import { expect, test } from 'vitest';
import { diagnoseWebhook, findDifference, type ReceivedWebhook, type SentWebhook } from './webhook-diagnosis';
import { createWebhookSecret, buildSignatureHeaders } from './signature';

const sentAt = new Date('2027-05-04T09:00:00.000Z');
const body = '{"type":"transaction.captured","data":{"name":"Café","amount":4250}}';
const [secret, previous] = [createWebhookSecret(), createWebhookSecret()];
const endpoint = 'https://shop.example/hooks';
const secrets = [
  { endpoint, secret, previous: false },
  { endpoint, secret: previous, previous: true },
];

/** A webhook as we send it, signed with these secrets, and received with changes. */
function receive(changes: Partial<ReceivedWebhook> = {}, signers = [secret]) {
  const headers = buildSignatureHeaders({ id: 'evt_1', sentAt, body }, signers);
  const received = {
    id: 'evt_1',
    timestamp: headers['webhook-timestamp']!,
    signature: headers['webhook-signature']!,
    body,
    ...changes,
  };
  const sent: SentWebhook = {
    body,
    attempts: [
      { endpoint, timestamp: headers['webhook-timestamp']!, signature: headers['webhook-signature']! },
    ],
  };
  return {
    received,
    sent,
    check: (known: SentWebhook | null = sent, now = sentAt) => diagnoseWebhook(received, secrets, known, now),
  };
}

test('an unaltered webhook is authentic, and the diagnosis names the account of the secret', () => {
  expect(receive().check()).toEqual({
    genuine: true,
    signedBy: { endpoint: 'https://shop.example/hooks', previous: false, isEntered: false },
    findings: [],
  });
  expect(receive({}, [previous]).check()).toMatchObject({ genuine: true, signedBy: { previous: true } });
  expect(receive({}, [createWebhookSecret(), secret]).check()).toMatchObject({ genuine: true });
  // Also for an event that is no longer stored.
  expect(receive().check(null)).toMatchObject({ genuine: true, findings: [] });
});

test('of two secrets that sign during an overlap, the entered one is named', () => {
  const { received, sent } = receive({}, [secret, previous]);
  const enter = (entered: string) => {
    const all = [...secrets, { endpoint: null, secret: entered, previous: false }];
    return diagnoseWebhook(received, all, sent, sentAt).signedBy;
  };
  expect({ old: enter(previous), new: enter(secret), other: enter(createWebhookSecret()) }).toEqual({
    old: { endpoint, previous: true, isEntered: true },
    new: { endpoint, previous: false, isEntered: true },
    other: { endpoint, previous: false, isEntered: false },
  });
});

test.each([
  [`${body}\n`, Buffer.byteLength(body), '', '\n', 'newline_at_end'],
  [`${body}\r\n`, Buffer.byteLength(body), '', '\r', 'newline_at_end'],
  [`${body}x`, Buffer.byteLength(body), '', 'x', null],
  [`${body}x\n`, Buffer.byteLength(body), '', 'x', null],
  [`${body}\nx`, Buffer.byteLength(body), '', '\n', null],
  [body.slice(0, -1), Buffer.byteLength(body) - 1, '}', '', null],
  [`\ufeff${body}x`, 0, '{', '\ufeff', null],
  [`x${body}`, 0, '{', 'x', null],
  [`\ufeff${body}`, 0, '{', '\ufeff', 'byte_order_mark'],
  [body.replace('é', 'Ã©'), body.indexOf('é'), 'é', 'Ã', 'other_charset'],
  [JSON.stringify(JSON.parse(body), null, 2), 1, '"', '\n', 'body_reformatted'],
  [body.replace('é', '\\u00e9'), body.indexOf('é'), 'é', '\\', 'body_reformatted'],
  ['{"data":{"amount":4250,"name":"Café"},"type":"transaction.captured"}', 2, 't', 'd', 'body_reformatted'],
  [body.replace('4250', '4259'), Buffer.byteLength(body.slice(0, body.indexOf('4250') + 3)), '0', '9', null],
])('names the first different byte: %j', (changed, position, sent, received, reason) => {
  const { genuine, signedBy, findings } = receive({ body: changed }).check();
  expect({ genuine, endpoint: signedBy?.endpoint }).toEqual({
    genuine: false,
    endpoint: 'https://shop.example/hooks',
  });
  expect(findings).toMatchObject([
    { kind: 'body_differs', difference: { position, sent, received, reason } },
  ]);
});

test('reports a timestamp outside of five minutes, in both directions, apart from the signature', () => {
  const at = (seconds: number) => receive().check(undefined, new Date(sentAt.getTime() + seconds * 1000));
  expect({ atLimit: at(300).findings, tooOld: at(301).findings, tooEarly: at(-301).findings }).toEqual({
    atLimit: [],
    tooOld: [{ kind: 'old', seconds: 301 }],
    tooEarly: [{ kind: 'early', seconds: 301 }],
  });
  expect(at(301).genuine).toBe(true);
});

test.each([
  [{ signature: '' }, { kind: 'header_missing', header: 'webhook-signature' }],
  [{ id: '' }, { kind: 'header_missing', header: 'webhook-id' }],
  [{ timestamp: '' }, { kind: 'header_missing', header: 'webhook-timestamp' }],
  [{ timestamp: '2027-05-04' }, { kind: 'header_unreadable', header: 'webhook-timestamp' }],
  [{ signature: 'v1,short' }, { kind: 'header_unreadable', header: 'webhook-signature' }],
  [{ body: '' }, { kind: 'body_missing' }],
])('reports %j', (changes, finding) => {
  expect(receive(changes).check()).toMatchObject({ genuine: false, signedBy: null, findings: [finding] });
});

test('distinguishes another secret, a rotated one, a changed timestamp and an unknown event', () => {
  const unknownSigner = receive({}, [createWebhookSecret()]);
  expect(unknownSigner.check({ body, attempts: [] }).findings).toEqual([
    { kind: 'wrong_secret', isEntered: false, isEventKnown: true },
  ]);
  expect(unknownSigner.check().findings).toEqual([{ kind: 'secret_rotated' }]);
  expect(unknownSigner.check(null).findings).toEqual([
    { kind: 'unknown_event' },
    { kind: 'wrong_secret', isEntered: false, isEventKnown: false },
  ]);
  expect(diagnoseWebhook(unknownSigner.received, [], null, sentAt).findings).toContainEqual({
    kind: 'no_endpoint',
  });
  const { received } = receive();
  // Its age is that of the time at which it was sent.
  expect(receive({ timestamp: '1800000000' }).check().findings).toEqual([
    { kind: 'timestamp_differs', received: '1800000000', sent: received.timestamp },
  ]);
});

test('never contains a secret', () => {
  for (const changes of [{}, { body: 'x' }, { timestamp: '1' }])
    expect(JSON.stringify(receive(changes).check())).not.toContain(secret.slice(6, 20));
});

test('recognizes a text read as Latin-1 or as Windows-1252', () => {
  const sent = '{"price":"10 €"}';
  for (const charset of ['\u00e2\u0082\u00ac', 'â‚¬'])
    expect(findDifference(sent, sent.replace('€', charset)).reason).toBe('other_charset');
});

test('shows 20 characters before the difference and 20 from there on', () => {
  const [start, end] = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  expect(findDifference(`${start}1${end}`, `${start}2${end}`)).toMatchObject({
    sentAround: 'ghijklmnopqrstuvwxyz1ABCDEFGHIJKLMNOPQRS',
    receivedAround: 'ghijklmnopqrstuvwxyz2ABCDEFGHIJKLMNOPQRS',
  });
  expect(findDifference('a1b', 'a2b')).toMatchObject({ sentAround: 'a1b', receivedAround: 'a2b' });
});

test.each([
  ['before', 'x', ''],
  ['after', '', 'x'],
])('a signature with a character %s it is unreadable', (_, before, after) => {
  const { received } = receive();
  expect(receive({ signature: `${before}${received.signature}${after}` }).check().findings).toEqual([
    { kind: 'header_unreadable', header: 'webhook-signature' },
  ]);
});

test('one of several signatures that we sent is enough to recognize a rotated secret', () => {
  const { received, sent } = receive({}, [createWebhookSecret()]);
  const signature = `${received.signature} v1,${Buffer.alloc(32).toString('base64')}`;
  expect(diagnoseWebhook({ ...received, signature }, secrets, sent, sentAt)).toEqual({
    genuine: false,
    signedBy: null,
    findings: [{ kind: 'secret_rotated' }],
  });
});

test('a sent timestamp is tried only with its own signature and endpoint', () => {
  const { received } = receive();
  const diagnose = (attempt: { endpoint: string; signature: string }) =>
    diagnoseWebhook(
      { ...received, timestamp: '1800000000' },
      secrets,
      { body, attempts: [{ ...attempt, timestamp: received.timestamp }] },
      sentAt,
    ).findings[0];
  const own = { endpoint, signature: received.signature };
  expect({
    own: diagnose(own),
    otherSignature: diagnose({ ...own, signature: receive({}, [previous]).received.signature }),
    otherEndpoint: diagnose({ ...own, endpoint: 'https://shop.example/other' }),
  }).toMatchObject({
    own: { kind: 'timestamp_differs' },
    otherSignature: { kind: 'wrong_secret' },
    otherEndpoint: { kind: 'secret_rotated' },
  });
});

test('of many pasted signatures, the first eight are compared', () => {
  const { received } = receive();
  const others = (count: number) =>
    Array.from({ length: count }, () => `v1,${Buffer.alloc(32).toString('base64')}`).join(' ');
  expect(receive({ signature: `${others(7)} ${received.signature}` }).check().genuine).toBe(true);
  expect(receive({ signature: `${others(8)} ${received.signature}` }).check().genuine).toBe(false);
});

test('never cuts a character of two units in half', () => {
  expect(findDifference('a😀b', 'a😁b')).toMatchObject({ position: 1, sent: '😀', received: '😁' });
});

import { createHmac, generateKeyPairSync, randomBytes, sign as signWith, type KeyObject } from 'node:crypto';
import { config } from '~/platform/config/config.server';
import { createId } from '~/platform/ids';
import { getRootKeys } from '~/platform/secrets/root-keys.server';
import { deriveKey } from '~/platform/secrets/secrets.server';
import type { Merchant } from '../merchants';

/** A token that must be rejected, and why. */
export type ForgedToken = readonly [what: string, token: string];

type Sign = (input: string) => string;
type Claims = Record<string, unknown>;

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = (header: object, claims: unknown, sign: Sign) => {
  const input = `${encode(header)}.${encode(claims)}`;
  return `${input}.${sign(input)}`;
};
const hmac =
  (key: Buffer | string, bits = 256): Sign =>
  (input) =>
    createHmac(`sha${bits}`, key).update(input).digest('base64url');
const unsigned: Sign = () => '';

const header = { alg: 'HS256', typ: 'at+jwt', kid: `test-${getRootKeys()[0].id}` };
const getSigningKey = () => deriveKey('jwt/test');
const now = () => Math.floor(Date.now() / 1000);

export const buildValidClaims = ({ accountId, secretId }: Merchant): Claims => ({
  sub: accountId,
  sid: secretId,
  iss: config.addresses.api.test,
  aud: 'test',
  iat: now(),
  exp: now() + 3600,
});

/** What the service would sign. The forgeries below differ from it in one respect each. */
export const buildValidToken = (merchant: Merchant) =>
  jwt(header, buildValidClaims(merchant), hmac(getSigningKey()));

/** Tokens that ask not to be verified. */
export function buildUnsignedTokens(claims: Claims): ForgedToken[] {
  const spellings = Array.from({ length: 16 }, (_, bits) =>
    [...'none'].map((letter, i) => (bits & (1 << i) ? letter.toUpperCase() : letter)).join(''),
  );
  return [...spellings, '', null, false, [], 'none ', 'HS256none'].flatMap((alg): ForgedToken[] => [
    [`alg ${JSON.stringify(alg)}, no signature`, jwt({ ...header, alg }, claims, unsigned)],
    [`alg ${JSON.stringify(alg)}, no third part`, jwt({ ...header, alg }, claims, unsigned).slice(0, -1)],
    [`alg ${JSON.stringify(alg)}, a foreign signature`, jwt({ ...header, alg }, claims, hmac('guess'))],
  ]);
}

/** Well-formed tokens, signed with what an attacker may know or guess. */
export function buildTokensWithOtherKeys(claims: Claims): ForgedToken[] {
  const key = getSigningKey();
  const known = [
    '',
    ' ',
    'secret',
    'tillway',
    'test',
    'test-1',
    'jwt/test',
    'tillway/jwt/test',
    config.secretKey!,
    String(claims.sub),
    String(claims.sid),
    String(claims.iss),
  ];
  const derived = ['jwt/live', 'jwt', 'idempotency/test', 'fingerprint', 'seal/test', ''].map(deriveKey);
  const alteredKeys = [
    key.subarray(1),
    key.subarray(0, 31),
    Buffer.from(key).reverse(),
    key.toString('hex'),
    key.toString('base64'),
    Buffer.from(config.secretKey!, 'hex'),
    Buffer.alloc(32),
    Buffer.alloc(32, 0xff),
  ];
  const random = Array.from({ length: 40 }, () => randomBytes(32));
  return [...known, ...derived, ...alteredKeys, ...random].map((other, index) => [
    `signed with other key ${index}`,
    jwt(header, claims, hmac(other)),
  ]);
}

/** The right key with a wrong algorithm, whatever the header says. */
export function buildTokensWithOtherAlgorithms(claims: Claims): ForgedToken[] {
  const key = getSigningKey();
  const algorithmNames = [
    'HS384',
    'HS512',
    'hs256',
    'HS-256',
    ' HS256',
    'HS256 ',
    'RS256',
    'ES256',
    'EdDSA',
    'PS256',
    'dir',
    ['HS256'],
    { HS256: true },
    null,
    256,
    true,
    undefined,
  ];
  return [
    ...algorithmNames.map((alg): ForgedToken => [
      `called ${JSON.stringify(alg)}`,
      jwt({ ...header, alg }, claims, hmac(key)),
    ]),
    ...[1, 224, 384, 512].flatMap((bits): ForgedToken[] =>
      [`HS${bits}`, 'HS256'].map((alg) => [
        `SHA-${bits} as ${alg}`,
        jwt({ ...header, alg }, claims, hmac(key, bits)),
      ]),
    ),
  ];
}

/** An attacker's own keys, in every way that a header can offer them. */
export function buildTokensWithForeignKeys(claims: Claims): ForgedToken[] {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const curve = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve });
  const pairs: [string, string | null, { privateKey: KeyObject; publicKey: KeyObject }][] = [
    ['RS256', 'sha256', rsa],
    ['RS384', 'sha384', rsa],
    ['RS512', 'sha512', rsa],
    ['PS256', 'sha256', rsa],
    ['ES256', 'sha256', curve('P-256')],
    ['ES384', 'sha384', curve('P-384')],
    ['ES512', 'sha512', curve('P-521')],
    ['EdDSA', null, generateKeyPairSync('ed25519')],
  ];
  const url = 'https://keys.example/jwks.json';
  return pairs.flatMap(([alg, hash, { privateKey, publicKey }]) => {
    const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'test-1', alg, use: 'sig' };
    const pem = String(publicKey.export({ format: 'pem', type: 'spki' }));
    const asymmetric: Sign = (input) =>
      signWith(hash, Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString(
        'base64url',
      );
    const offers: object[] = [
      {},
      { jwk },
      { jku: url },
      { jku: url, kid: 'other' },
      { x5u: url },
      { x5c: [pem.split('\n').slice(1, -2).join('')] },
      { jwk, jku: url, x5u: url },
      { kid: url },
      { crit: ['jwk'], jwk },
    ];
    return offers.flatMap((offer): ForgedToken[] => [
      [
        `${alg}, offering ${Object.keys(offer).join(' ')}`,
        jwt({ ...header, alg, ...offer }, claims, asymmetric),
      ],
      [
        `${alg} called HS256, offering ${Object.keys(offer).join(' ')}`,
        jwt({ ...header, ...offer }, claims, asymmetric),
      ],
      [
        `HS256 with the public key of ${alg}, offering ${Object.keys(offer).join(' ')}`,
        jwt({ ...header, ...offer }, claims, hmac(pem)),
      ],
    ]);
  });
}

/** Key IDs that point elsewhere: to files, statements, or URLs. */
export function buildTokensWithStrayKeyIds(claims: Claims): ForgedToken[] {
  const names = [
    '../../../dev/null',
    '/dev/null',
    '/proc/sys/kernel/randomize_va_space',
    'file:///dev/null',
    'https://keys.example/key',
    "' union select 'guess' -- ",
    "test-1'; --",
    '$(echo guess)',
    '| cat /etc/passwd',
    '__proto__',
    'constructor',
    'live-1',
    'test-0',
    'test-2',
    '',
    ' ',
    '*',
    '\u0000',
    0,
    null,
    [],
    {},
    ['test-1'],
  ];
  const own = { kty: 'oct', k: Buffer.from('guess').toString('base64url') };
  return names.flatMap((kid): ForgedToken[] => [
    [`kid ${JSON.stringify(kid)}, signed with nothing`, jwt({ ...header, kid }, claims, hmac(''))],
    [
      `kid ${JSON.stringify(kid)}, signed with what it may hold`,
      jwt({ ...header, kid }, claims, hmac('guess')),
    ],
    [
      `kid ${JSON.stringify(kid)}, bringing its key`,
      jwt({ ...header, kid, jwk: own }, claims, hmac('guess')),
    ],
  ]);
}

/** Correctly signed, but for another audience or time, or not an access token. */
export function buildTokensWithOtherClaims(claims: Claims): ForgedToken[] {
  const at = now();
  const changes: Claims[] = [
    ...[
      0,
      1,
      -1,
      at - 10,
      at - 60,
      at - 3600,
      at - 86_400 * 365,
      -at,
      null,
      '',
      'never',
      String(at + 3600),
      [],
      {},
      true,
      undefined,
    ].map((exp) => ({ exp })),
    ...[at + 10, at + 60, at + 3600, at + 86_400 * 365, 2 ** 52, 'soon', {}].map((nbf) => ({ nbf })),
    ...['live', 'Test', 'test ', '', 'https://elsewhere', null, 0, true, [], ['live'], {}, undefined].map(
      (aud) => ({ aud }),
    ),
    ...[
      config.addresses.api.live,
      `${claims.iss}/`,
      `${claims.iss}?`,
      String(claims.iss).toUpperCase(),
      'http://elsewhere',
      '',
      null,
      0,
      [],
      {},
      undefined,
    ].map((iss) => ({ iss })),
    ...[null, 0, true, [], {}, undefined].map((sub) => ({ sub })),
    ...[
      '',
      'key_unknown',
      createId('key'),
      '__proto__',
      'constructor',
      "' or true --",
      null,
      0,
      [],
      {},
      undefined,
    ].map((sid) => ({ sid })),
    ...[null, 'now', {}, undefined].map((iat) => ({ iat })),
  ];
  const types = [
    'JWT',
    'jwt',
    'id+jwt',
    'logout+jwt',
    'dpop+jwt',
    'at',
    '',
    'at+jwt+x',
    null,
    1,
    [],
    {},
    undefined,
  ];
  const bodies = [null, [], 'claims', 1, true, {}, [claims]];
  const sign = hmac(getSigningKey());
  return [
    ...changes.map((change): ForgedToken => [
      `claim ${Object.keys(change)} ${JSON.stringify(Object.values(change)[0])}`,
      jwt(header, { ...claims, ...change }, sign),
    ]),
    ...types.map((typ): ForgedToken => [`typ ${JSON.stringify(typ)}`, jwt({ ...header, typ }, claims, sign)]),
    ...bodies.map((body): ForgedToken => [
      `claims ${JSON.stringify(body).slice(0, 20)}`,
      jwt(header, body, sign),
    ]),
  ];
}

/**
 * A genuine token, damaged: truncated at every position, every character changed, and its parts rearranged.
 */
export function buildDamagedTokens(token: string, otherMerchant: Merchant): ForgedToken[] {
  const [head, body, signature] = token.split('.') as [string, string, string];
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const other = (letter: string, by: number) =>
    letter === '.' ? '-' : alphabet[alphabet.indexOf(letter) ^ by]!;
  const change = (by: number) =>
    [...token].map((letter, at): ForgedToken => [
      `letter ${at} changed by ${by}`,
      token.slice(0, at) + other(letter, by) + token.slice(at + 1),
    ]);
  const swapped = [
    buildValidClaims(otherMerchant),
    { ...buildValidClaims(otherMerchant), exp: now() + 1e6 },
    { role: 'admin' },
  ].map((claims): ForgedToken => ['another payload', `${head}.${encode(claims)}.${signature}`]);
  const parts = [
    `${head}.${body}.`,
    `${head}.${body}`,
    `${head}..${signature}`,
    `.${body}.${signature}`,
    `..${signature}`,
    `${head}.${signature}.${body}`,
    `${body}.${head}.${signature}`,
    `${token}.`,
    `.${token}`,
    `${token}.${signature}`,
    `${token}..`,
    `${head}.${body}..${signature}`,
    `${head}.${head}.${body}.${signature}.${signature}`,
    `${token}=`,
    `${head}=.${body}.${signature}`,
    `${token} ${token}`,
    `${token},${token}`,
    `"${token}"`,
    `${token}%00`,
    `${token};`,
    `Bearer ${token}`,
    `${token}A`,
    `${token}AA`,
    `A${token}`,
    token.toLowerCase(),
    token.toUpperCase(),
    [...token].reverse().join(''),
    Buffer.from(token).toString('base64url'),
    JSON.stringify({ protected: head, payload: body, signature }),
    'a'.repeat(100_000),
    `${token}${'A'.repeat(100_000)}`,
    `${head}.${body}.${'A'.repeat(4_000)}`,
    '.'.repeat(200),
    '-'.repeat(43),
  ];
  return [
    ...Array.from({ length: token.length }, (_, length): ForgedToken => [
      `cut off after ${length}`,
      token.slice(0, length),
    ]),
    ...change(0b100000),
    ...change(0b000001),
    ...swapped,
    ...parts.map((text): ForgedToken => [`in other parts: ${text.slice(0, 30)}`, text]),
  ];
}

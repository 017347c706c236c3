import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseConfig, SettingError, settingNames } from './config.server';

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://tillway@localhost/tillway',
  SMTP_URL: 'smtp://mail.example.com',
  SECRET_KEY: digest('secret'),
  VAULT_KEYS: `2026:${digest('vault')}`,
  PORTAL_URL: 'https://pay.example.com',
  S3_ENDPOINT: 'https://s3.example.com',
  S3_BUCKET: 'documents',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'key',
  TRUSTED_PROXIES: '1',
};

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function listErrors(env: Record<string, string>): string[] {
  try {
    parseConfig(env);
    return [];
  } catch (error) {
    return (error as Error).message.split('\n');
  }
}

describe('without settings', () => {
  const config = parseConfig({});

  test('it is a demo on this machine alone', () => {
    expect(config).toMatchObject({
      production: false,
      demo: true,
      port: 3000,
      host: '127.0.0.1',
      dataDir: 'data',
      databaseUrl: undefined,
    });
  });

  test("every URL is below the portal's", () => {
    expect(config.addresses).toEqual({
      portal: 'http://localhost:3000',
      api: { live: 'http://localhost:3000/api', test: 'http://localhost:3000/test/api' },
      checkout: { live: 'http://localhost:3000/checkout', test: 'http://localhost:3000/test/checkout' },
    });
  });

  test('an empty setting counts as not set', () => {
    expect(parseConfig(Object.fromEntries(settingNames.map((name) => [name, ''])))).toEqual(config);
  });
});

describe('in production mode', () => {
  test('it listens on all interfaces and shows no demo', () => {
    expect(parseConfig(production)).toMatchObject({
      production: true,
      demo: false,
      host: '0.0.0.0',
      logLevel: 'info',
    });
  });

  test.each(['DATABASE_URL', 'SMTP_URL', 'SECRET_KEY', 'VAULT_KEYS', 'PORTAL_URL'])(
    '%s is required',
    (name) => {
      expect(() => parseConfig({ ...production, [name]: '' })).toThrow(
        new SettingError(`${name}: required in production mode (NODE_ENV=production)`),
      );
    },
  );

  test('TRUSTED_PROXIES is required, and can be 0', () => {
    expect(listErrors({ ...production, TRUSTED_PROXIES: '' })).toEqual([
      expect.stringMatching(/^TRUSTED_PROXIES: required in production mode/),
    ]);
    expect(parseConfig({ ...production, TRUSTED_PROXIES: '0' }).trustedProxies).toBe(0);
    expect(listErrors({ ...production, TRUSTED_PROXIES: 'none' })).toEqual([
      expect.stringMatching(/^TRUSTED_PROXIES: expected a whole number from 0 to 10/),
    ]);
    expect(parseConfig({ TRUSTED_PROXIES: '' }).trustedProxies).toBe(0);
  });

  test('all problems are reported at once, one per line', () => {
    expect(listErrors({ NODE_ENV: 'production' }).map((line) => line.replace(/:.*/, ''))).toEqual([
      'DATABASE_URL',
      'SMTP_URL',
      'SECRET_KEY',
      'VAULT_KEYS',
      'PORTAL_URL',
      'S3_ENDPOINT',
    ]);
    expect(listErrors({ ...production, PORT: 'x', DATABASE_POOL: '1' })).toEqual([
      'PORT: expected a whole number from 0 to 65535, got "x"',
      'DATABASE_POOL: expected 6 or more, got "1"',
    ]);
  });

  test.each([
    ['SECRET_KEY', '1'.repeat(64), /^SECRET_KEY: not random/],
    ['SECRET_KEY', '0123456789abcdef'.repeat(4), /^SECRET_KEY: not random/],
    ['SECRET_KEY', `${digest('half').slice(32)}`.repeat(2), /^SECRET_KEY: not random/],
    ['OTHER_SECRET_KEYS', `${digest('young')},${'1'.repeat(64)}`, /^OTHER_SECRET_KEYS: not random/],
    [
      'OTHER_SECRET_KEYS',
      `${digest('young')},${digest('secret').toUpperCase()}`,
      /^OTHER_SECRET_KEYS: contains the current SECRET_KEY/,
    ],
    [
      'OTHER_SECRET_KEYS',
      digest('vault').toUpperCase(),
      /^VAULT_KEYS: the key \w+ is also in OTHER_SECRET_KEYS/,
    ],
    [
      'VAULT_KEYS',
      `2026:${digest('vault')},2027:${'12'.repeat(32)}`,
      /^VAULT_KEYS: the key 2027 is not random/,
    ],
    ['VAULT_KEYS', `2026:${digest('secret').toUpperCase()}`, /^VAULT_KEYS: the key 2026 equals SECRET_KEY/],
    ['VAULT_KEYS', `2026:${digest('vault')},2027:${digest('vault')}`, /^VAULT_KEYS: 2026 equals another key/],
    ['PORTAL_URL', 'http://pay.example.com', /^PORTAL_URL: HTTP /],
    ['API_URL', 'http://localhost:3000/api', /^API_URL: HTTP /],
    ['TEST_API_URL', 'http://test.example.com', /^TEST_API_URL: HTTP /],
    ['CHECKOUT_URL', 'http://checkout.example.com', /^CHECKOUT_URL: HTTP /],
    ['TEST_CHECKOUT_URL', 'http://checkout.example.com', /^TEST_CHECKOUT_URL: HTTP /],
    ['S3_ENDPOINT', 'http://s3.example.com', /^S3_ENDPOINT: HTTP /],
    ['S3_ENDPOINT', '', /^S3_ENDPOINT: required when another/],
    ['SIMULATOR_URL', 'http://10.0.0.8:4100', /^SIMULATOR_URL: HTTP /],
    ['STRIPE_URL', 'http://127.0.0.1:12111', /^STRIPE_URL: allowed only together with SIMULATED_LIVE=true/],
    ['ADYEN_URL', 'http://127.0.0.1:4300', /^ADYEN_URL: allowed only together with SIMULATED_LIVE=true/],
    ['SIMULATED_LIVE', 'true', /^SIMULATED_LIVE: not allowed in production mode/],
    ['SMTP_URL', 'smtp://mail.example.com?ignoreTLS=true', /^SMTP_URL: .*Remove ignoreTLS/],
    [
      'SMTP_URL',
      'smtps://mail.example.com?tls.rejectUnauthorized=false',
      /^SMTP_URL: .*Remove tls.rejectUnauthorized/,
    ],
    [
      'DATABASE_URL',
      'postgresql://tillway@db.example.com/tillway',
      /^DATABASE_URL: the connection is not encrypted/,
    ],
    [
      'DATABASE_URL',
      'postgresql://tillway@db.example.com/tillway?sslmode=no-verify',
      /^DATABASE_URL: the connection is not encrypted/,
    ],
    [
      'DATABASE_URL',
      'postgresql://tillway@db.example.com/tillway?sslmode=require&uselibpqcompat=true',
      /^DATABASE_URL: the connection is not encrypted/,
    ],
    ['METRICS_HOST', '0.0.0.0', /^METRICS_TOKEN: required unless METRICS_HOST/],
    ['METRICS_TOKEN', 'short', /^METRICS_TOKEN: expected 32 characters/],
  ])('%s=%s stops the start', (name, value, line) => {
    expect(listErrors({ ...production, [name]: value })).toEqual([expect.stringMatching(line)]);
  });

  test.each([
    ['DATABASE_URL', 'postgresql://tillway@db.example.com/tillway?sslmode=verify-full'],
    ['DATABASE_URL', 'postgresql://tillway@/tillway?host=/var/run/postgresql'],
    ['DATABASE_URL', 'postgresql://tillway@[::1]/tillway'],
    ['SMTP_URL', 'smtp://localhost?ignoreTLS=true'],
    ['S3_ENDPOINT', 'http://127.0.0.1:9000'],
  ])("%s=%s doesn't", (name, value) => {
    expect(listErrors({ ...production, [name]: value })).toEqual([]);
  });

  test('the demo is not production, whatever NODE_ENV says', () => {
    expect(parseConfig({ NODE_ENV: 'production', DEMO: 'true' })).toMatchObject({
      production: false,
      demo: true,
    });
  });
});

describe('webhooks to private addresses', () => {
  test('are allowed in the demo, and elsewhere only on request', () => {
    expect(parseConfig({}).webhookPrivateAddresses).toBe(true);
    expect(parseConfig({ SIMULATED_LIVE: 'false' }).webhookPrivateAddresses).toBe(false);
    expect(parseConfig(production).webhookPrivateAddresses).toBe(false);
    expect(
      parseConfig({ DEMO: 'false', SIMULATED_LIVE: 'true', WEBHOOK_PRIVATE_ADDRESSES: 'true' })
        .webhookPrivateAddresses,
    ).toBe(true);
  });

  test.each([{ ...production }, { SIMULATED_LIVE: 'false' }])(
    'are rejected with a real live acquirer',
    (settings) => {
      expect(() => parseConfig({ ...settings, WEBHOOK_PRIVATE_ADDRESSES: 'true' })).toThrow(
        /^WEBHOOK_PRIVATE_ADDRESSES: allowed only together with SIMULATED_LIVE/,
      );
    },
  );
});

test.each([
  ['STRIPE_URL', 'stripeUrl'],
  ['ADYEN_URL', 'adyenUrl'],
] as const)('a stand-in is rejected with a real live acquirer: %s', (name, member) => {
  const settings = { [name]: 'http://127.0.0.1:12111/' };
  expect(parseConfig(settings)[member]).toBe('http://127.0.0.1:12111');
  expect(parseConfig({})[member]).toBeUndefined();
  expect(() => parseConfig({ ...settings, SIMULATED_LIVE: 'false' })).toThrow(
    `${name}: allowed only together with SIMULATED_LIVE=true`,
  );
});

describe('an invalid setting is reported in one line that names it', () => {
  test.each([
    [{ PORT: '70000' }, 'PORT: expected 65535 or less, got "70000"'],
    [{ PORT: '3000x' }, 'PORT: expected a whole number from 0 to 65535, got "3000x"'],
    [{ PORTAL_URL: 'pay.example.com' }, 'PORTAL_URL: expected a URL such as https://pay.example.com'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL: expected postgresql://user:password@host:5432/database'],
    [
      { SECRET_KEY: 'abc' },
      'SECRET_KEY: expected 64 hexadecimal digits. Generate them with: openssl rand -hex 32',
    ],
    [
      { OTHER_SECRET_KEYS: `${'ab'.repeat(32)},abc` },
      'OTHER_SECRET_KEYS: expected keys of 64 hexadecimal digits, separated by commas',
    ],
    [{ OTHER_SECRET_KEYS: `${'ab'.repeat(32)},${'AB'.repeat(32)}` }, 'OTHER_SECRET_KEYS: duplicate key'],
    [
      { VAULT_KEYS: 'a:abc' },
      'VAULT_KEYS: expected id:key pairs separated by commas, where a key is 64 hexadecimal digits, or two such parts joined by +',
    ],
    [{ VAULT_KEYS: [1, 2].map(() => `a:${'cd'.repeat(32)}`).join() }, 'VAULT_KEYS: duplicate key ID'],
    [
      { VAULT_KEYS: `a:${'cd'.repeat(32)}+${'CD'.repeat(32)}` },
      'VAULT_KEYS: the two parts of a key are identical. Each custodian must generate their own',
    ],
    [
      { VAULT_KEYS: `demo:${'cd'.repeat(32)}` },
      'VAULT_KEYS: demo is the ID of the development key. Choose another one',
    ],
    [{ DEMO: 'yes' }, /^DEMO: .*"yes"$/],
    [{ S3_BUCKET: 'documents' }, 'S3_ENDPOINT: required when another S3_ setting is set'],
  ])('%j', (env, message) => {
    expect(() => parseConfig(env)).toThrow(message);
    expect(() => parseConfig(env)).toThrow(SettingError);
  });

  test.each(['SECRET_KEY', 'OTHER_SECRET_KEYS', 'DATABASE_URL', 'SMTP_URL', 'METRICS_TOKEN'])(
    '%s is not repeated, because it is a secret',
    (name) => {
      expect(listErrors({ ...production, [name]: 'hunter2' }).join()).not.toContain('hunter2');
    },
  );
});

test('URLs lose their trailing slash', () => {
  expect(parseConfig({ API_URL: 'https://api.example.com/' }).addresses.api.live).toBe(
    'https://api.example.com',
  );
});

test('.env.example lists every setting and no other', () => {
  const listedNames = [...readFileSync('.env.example', 'utf8').matchAll(/^# ([A-Z][A-Z0-9_]*)=/gm)].map(
    ([, name]) => name,
  );
  expect(listedNames.sort()).toEqual([...settingNames].sort());
});

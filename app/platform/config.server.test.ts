import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseConfig, SettingError, settingNames } from './config.server';

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://tillway@localhost/tillway',
  SMTP_URL: 'smtp://mail.example.com',
  SECRET_KEY: 'ab'.repeat(32),
  VAULT_KEYS: `2026:${'cd'.repeat(32)}`,
  PORTAL_URL: 'https://pay.example.com',
};

describe('without settings', () => {
  const config = parseConfig({});

  test('it is a demo on this machine alone', () => {
    expect(config).toMatchObject({ production: false, demo: true, port: 3000, host: '127.0.0.1', dataDir: 'data', databaseUrl: undefined });
  });

  test('every address lies below the portal', () => {
    expect(config.addresses).toEqual({
      portal: 'http://localhost:3000',
      api: { live: 'http://localhost:3000/api', test: 'http://localhost:3000/test/api' },
      checkout: { live: 'http://localhost:3000/checkout', test: 'http://localhost:3000/test/checkout' },
    });
  });

  test('an empty setting is an absent one', () => {
    expect(parseConfig(Object.fromEntries(settingNames.map((name) => [name, ''])))).toEqual(config);
  });
});

describe('in production mode', () => {
  test('it listens to the world and shows no demo', () => {
    expect(parseConfig(production)).toMatchObject({ production: true, demo: false, host: '0.0.0.0', logLevel: 'info' });
  });

  test.each(['DATABASE_URL', 'SMTP_URL', 'SECRET_KEY', 'VAULT_KEYS', 'PORTAL_URL'])('%s is needed', (name) => {
    expect(() => parseConfig({ ...production, [name]: '' })).toThrow(new SettingError(`${name}: needed in production mode (NODE_ENV=production)`));
  });

  test('the demo is not production, whatever NODE_ENV says', () => {
    expect(parseConfig({ NODE_ENV: 'production', DEMO: 'true' })).toMatchObject({ production: false, demo: true });
  });
});

describe('webhooks to private addresses', () => {
  test('go out of the demo, and of nothing else that does not ask for them', () => {
    expect(parseConfig({}).webhookPrivateAddresses).toBe(true);
    expect(parseConfig({ SIMULATED_LIVE: 'false' }).webhookPrivateAddresses).toBe(false);
    expect(parseConfig(production).webhookPrivateAddresses).toBe(false);
    expect(parseConfig({ DEMO: 'false', SIMULATED_LIVE: 'true', WEBHOOK_PRIVATE_ADDRESSES: 'true' }).webhookPrivateAddresses).toBe(true);
  });

  test.each([{ ...production }, { SIMULATED_LIVE: 'false' }])('are refused where live moves real money', (settings) => {
    expect(() => parseConfig({ ...settings, WEBHOOK_PRIVATE_ADDRESSES: 'true' })).toThrow(/^WEBHOOK_PRIVATE_ADDRESSES: not where live moves real money/);
  });
});

describe('a wrong setting is told in one line that names it', () => {
  test.each([
    [{ PORT: '70000' }, 'PORT: expected 65535 or less, got "70000"'],
    [{ PORT: '3000x' }, 'PORT: expected a whole number from 0 to 65535, got "3000x"'],
    [{ PORTAL_URL: 'pay.example.com' }, 'PORTAL_URL: expected an address such as https://pay.example.com'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL: expected postgresql://user:password@host:5432/database'],
    [{ SECRET_KEY: 'abc' }, 'SECRET_KEY: expected 64 hexadecimal digits, as made by: openssl rand -hex 32'],
    [{ VAULT_KEYS: 'a:abc' }, 'VAULT_KEYS: expected id:key, and further ones after a comma; a key is 64 hexadecimal digits, or two such parts joined by +'],
    [{ VAULT_KEYS: [1, 2].map(() => `a:${'cd'.repeat(32)}`).join() }, 'VAULT_KEYS: the same id stands twice'],
    [{ VAULT_KEYS: `a:${'cd'.repeat(32)}+${'CD'.repeat(32)}` }, 'VAULT_KEYS: the two parts of a key are the same; each custodian makes one of their own'],
    [{ VAULT_KEYS: `demo:${'cd'.repeat(32)}` }, 'VAULT_KEYS: demo is the id of the key for trying out; choose another'],
    [{ DEMO: 'yes' }, /^DEMO: .*"yes"$/],
    [{ S3_BUCKET: 'documents' }, 'S3_ENDPOINT: needed when another S3_ setting is given'],
  ])('%j', (env, message) => {
    expect(() => parseConfig(env)).toThrow(message);
    expect(() => parseConfig(env)).toThrow(SettingError);
  });

  test.each(['SECRET_KEY', 'DATABASE_URL', 'SMTP_URL', 'S3_SECRET_ACCESS_KEY'])('%s is not repeated, for it holds a secret', (name) => {
    const told = (() => {
      try {
        return String(parseConfig({ [name]: 'hunter2' }));
      } catch (error) {
        return String(error);
      }
    })();
    expect(told).not.toContain('hunter2');
  });
});

test('addresses lose their last slash', () => {
  expect(parseConfig({ API_URL: 'https://api.example.com/' }).addresses.api.live).toBe('https://api.example.com');
});

test('.env.example names every setting and no other', () => {
  const named = [...readFileSync('.env.example', 'utf8').matchAll(/^# ([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name);
  expect(named.sort()).toEqual([...settingNames].sort());
});

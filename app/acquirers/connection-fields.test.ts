import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  buildConnectionSchema,
  listConnectionFields,
  parseProcessorAccess,
  toConnectionInput,
} from './connection-fields';
import type { Environment } from '~/platform/environment';
import { Secret } from '~/platform/secrets/secret';
import type { Processor } from './acquirer-names';

const stripe = {
  secretKey: 'sk_test_51PqRsTuVwXyZ0123456789',
  webhookSecret: 'whsec_0123456789abcdefghij',
};
const adyen = {
  apiKey: 'AQEyhmfxK4nJbRZBw0m/n3Q3qf3VaY9UCJ14XWZE03G+k2M=',
  merchantAccount: 'TillwayShopsCOM',
  hmacKey: '44782def547aaa06c910c43932b1eb0c71fc68d9d0c057550c48ec2acf6ba056',
  webhookUser: 'tillway',
  webhookPassword: 'four-wide-orange-rivers',
};

function parse(
  processor: Processor,
  environment: Environment,
  values: Record<string, string>,
  saved?: string[],
) {
  const fields = listConnectionFields(processor, environment);
  const parsed = buildConnectionSchema(fields, environment, saved).safeParse(values);
  return parsed.success
    ? toConnectionInput(fields, parsed.data)
    : (z.flattenError(parsed.error).fieldErrors as Record<string, string[]>);
}

test('valid values become settings and secrets that an adapter can use', () => {
  const input = parse('stripe', 'test', {
    ...stripe,
    secretKey: ` ${stripe.secretKey} `,
    account: 'acct_1PqRsTuVwX',
    multipleCaptures: 'yes',
  });
  expect(input).toEqual({
    settings: { account: 'acct_1PqRsTuVwX', multipleCaptures: true },
    secrets: stripe,
  });
  expect(parseProcessorAccess('stripe', input as never)).toMatchObject({ acquirer: 'stripe' });
  expect(parse('stripe', 'test', stripe)).toEqual({
    settings: { multipleCaptures: false },
    secrets: stripe,
  });
  const live = { ...adyen, liveUrlPrefix: '1797a841fbb37ca7-Tillway' };
  const { merchantAccount, ...secrets } = adyen;
  const expected = { settings: { merchantAccount, multipleCaptures: false }, secrets };
  expect(parse('adyen', 'test', live)).toEqual(expected);
  expect(parse('adyen', 'live', live)).toEqual({
    settings: { ...expected.settings, liveUrlPrefix: live.liveUrlPrefix },
    secrets,
  });
  expect(parseProcessorAccess('adyen', expected)).toMatchObject({ acquirer: 'adyen' });
  const reportApiKey = 'AQEreports4nJbRZBw0m9n3QzUsGmSPl7K9';
  expect(parse('adyen', 'test', { ...live, reportApiKey })).toEqual({
    ...expected,
    secrets: { ...secrets, reportApiKey },
  });
  expect(parseProcessorAccess('adyen', { ...expected, secrets: { ...secrets, reportApiKey } })).toMatchObject(
    { secrets: { reportApiKey: expect.any(Secret) } },
  );
  expect(parseProcessorAccess('adyen', { settings: {}, secrets })).toBeNull();
  expect(parseProcessorAccess('stripe', expected)).toBeNull();
});

test('each missing field has an error, and a saved secret may stay empty', () => {
  expect(parse('stripe', 'test', {})).toEqual({
    secretKey: ['Enter the secret key'],
    webhookSecret: ['Enter the webhook signing secret'],
  });
  expect(Object.keys(parse('adyen', 'live', {}))).toEqual([
    'apiKey',
    'merchantAccount',
    'liveUrlPrefix',
    'hmacKey',
    'webhookUser',
    'webhookPassword',
  ]);
  expect(parse('adyen', 'live', {})).toMatchObject({
    apiKey: ['Enter the API key'],
    hmacKey: ['Enter the HMAC key'],
  });
  expect(Object.keys(parse('adyen', 'test', {}))).not.toContain('liveUrlPrefix');
  expect(parse('stripe', 'test', { secretKey: stripe.secretKey }, ['webhookSecret', 'secretKey'])).toEqual({
    settings: { multipleCaptures: false },
    secrets: { secretKey: stripe.secretKey },
  });
});

const short = 'Enter a key that starts with sk_test_ or rk_test_';

test.each([
  ['stripe', 'test', 'secretKey', 'sk_live_51PqRsTuVwXyZ0123456789', /^This is a live key\. For test, enter/],
  ['stripe', 'test', 'secretKey', 'rk_live_51PqRsTuVwXyZ0123456789', /^This is a live key\./],
  [
    'stripe',
    'live',
    'secretKey',
    'sk_test_51PqRsTuVwXyZ0123456789',
    /^This is a test key\. For live, enter .* sk_live_/,
  ],
  ['stripe', 'test', 'secretKey', 'pk_test_51PqRsTuVwXyZ0123456789', /^This is a publishable key\./],
  ['stripe', 'test', 'secretKey', 'sk_test_', new RegExp(`^${short}$`)],
  ['stripe', 'test', 'secretKey', 'xsk_test_51PqRsTuVwXyZ0123456789', new RegExp(`^${short}$`)],
  ['stripe', 'test', 'secretKey', 'sk_test_51PqRsTuVw XyZ0123456789', new RegExp(`^${short}$`)],
  ['stripe', 'test', 'secretKey', `sk_test_${'a'.repeat(300)}`, /^Enter 255 characters or fewer$/],
  ['stripe', 'test', 'secretKey', '   ', new RegExp(`^${short}$`)],
  ['stripe', 'test', 'webhookSecret', 'sk_test_51PqRsTuVwXyZ0123456789', /starts with whsec_$/],
  ['stripe', 'test', 'account', 'cus_1PqRsTuVwX', /starts with acct_$/],
  ['stripe', 'test', 'multipleCaptures', 'maybe', /checkbox/],
  ['adyen', 'test', 'apiKey', 'short', /^Enter the complete API key/],
  ['adyen', 'test', 'reportApiKey', 'short', /^Enter the complete API key/],
  ['adyen', 'test', 'merchantAccount', 'Tillway Shops', /^Enter the account’s name/],
  ['adyen', 'live', 'liveUrlPrefix', 'https://1797a841fbb37ca7-Tillway.example', /^Enter only the prefix/],
  ['adyen', 'live', 'liveUrlPrefix', 'prefix', /^Enter only the prefix/],
  ['adyen', 'test', 'hmacKey', 'g'.repeat(64), /^Enter 64 hexadecimal digits$/],
  ['adyen', 'test', 'hmacKey', 'a'.repeat(63), /^Enter 64 hexadecimal digits$/],
  ['adyen', 'test', 'webhookUser', 'one:two', /without spaces or colons$/],
  ['adyen', 'test', 'webhookPassword', 'too-short', /at least 16 characters/],
  ['adyen', 'test', 'webhookPassword', 'with spaces in between', /without spaces$/],
] as const)('%s in %s: %s can’t be %s', (processor, environment, name, text, message) => {
  const values = { ...(processor === 'stripe' ? stripe : adyen), liveUrlPrefix: '1797a841-T' };
  const valid = environment === 'live' ? { ...values, secretKey: 'sk_live_51PqRsTuVwXyZ0123' } : values;
  const errors = parse(processor, environment, { ...valid, [name]: text });
  expect(errors).toEqual({ [name]: [expect.stringMatching(message)] });
  if (text.trim().length > 8) expect(JSON.stringify(errors)).not.toContain(text);
});

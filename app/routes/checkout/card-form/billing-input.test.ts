import { expect, test } from 'vitest';
import { parseBilling } from './billing-input';

const full = { fields: 'full', isRequired: true } as const;
const minimal = { fields: 'minimal', isRequired: false } as const;
const address = {
  country: 'US',
  address_1: '548 Market St',
  address_2: '',
  postal_code: '94016',
  city: 'San Francisco',
  state: 'CA',
};

function parse(input: Record<string, string>, rules: Parameters<typeof parseBilling>[1]) {
  const form = new FormData();
  for (const [name, value] of Object.entries(input)) form.set(name, value);
  return parseBilling(form, rules);
}

test('a whole address is taken as entered', () => {
  const { errors, entered } = parse({ ...address, email: ' ada@example.com ' }, full);
  const { address_2: _, ...details } = address;
  expect({ errors, entered }).toEqual({
    errors: {},
    entered: { details: { ...details, email: 'ada@example.com' }, hasWholeAddress: true },
  });
});

test('a form without billing details has none, unless they are required', () => {
  expect(parse({ number: '4242' }, minimal)).toEqual({ errors: {} });
  expect(parse({ number: '4242' }, full).errors).toHaveProperty('country');
  expect(parse({}, { ...minimal, isEmailRequired: true }).errors).toEqual({ email: 'email_missing' });
});

test.each([
  [{}, { country: 'country_missing', address_1: 'address_missing' }],
  [
    { country: 'US' },
    {
      ...{ address_1: 'address_missing', postal_code: 'postal_code_missing' },
      ...{ city: 'city_missing', state: 'state_missing' },
    },
  ],
  [{ country: 'IE', address_1: '1 Main St', city: 'Cork' }, {}],
  [{ country: 'XX', address_1: '1 Main St' }, { country: 'country_missing' }],
])('required details that are missing: %j', (input, errors) => {
  const empty = { country: '', address_1: '', address_2: '', postal_code: '', city: '', state: '' };
  expect(parse({ ...empty, ...input }, full).errors).toEqual(errors);
});

test.each([
  ['', 'postal_code_missing'],
  ['DE', 'postal_code_wrong'],
  ['US', 'postal_code_wrong'],
])('punctuation is no postal code in the country %j', (country, error) => {
  expect(parse({ country, postal_code: '!!' }, minimal).errors).toEqual({ postal_code: error });
});

test.each(['a.b+c@example.co.uk', "o'neil_1@x-y.example"])('%s is an email address', (email) => {
  expect(parse({ country: '', email }, minimal).errors).toEqual({});
});

test('optional details can stay empty', () => {
  expect(parse({ country: '', postal_code: '', email: '' }, minimal)).toMatchObject({
    errors: {},
    entered: { details: {}, hasWholeAddress: false },
  });
});

test.each([
  ['US', '94016', true],
  ['US', '94016-1234', true],
  ['US', '9401', false],
  ['CA', 'k1a 0b1', true],
  ['CA', 'K1A0B1', true],
  ['CA', '94016', false],
  ['GB', 'SW1A 1AA', true],
  ['GB', 'm11ae', true],
  ['GB', '12345', false],
  ['GB', 'BFPO 57', true],
  ['GB', 'BFPO', false],
  ['SA', '12643', true],
  ['SA', '12643-2121', true],
  ['SA', 'KSA-12643', true],
  ['SA', '1264', false],
  ['DE', 'D-80331', true],
  ['DE', '80 331', true],
  ['DE', '8033', false],
  ['SE', 'SE-111 22', true],
  ['BR', '01310-100', true],
  ['FR', 'SW1A 1AA', false],
  ['IE', 'D02 AF30', true],
  ['IE', 'd6w xy00', true],
  ['IE', '94016', false],
  ['IE', 'D02', true],
  ['IE', 'Dublin 4', true],
  ['PT', '1000-001', true],
  ['PT', '1000', true],
  ['PT', 'P-1000-001', true],
  ['PT', '94016', false],
  ['CN', '100000', true],
  ['CN', '94016', false],
  ['AR', 'C1425 CLA', true],
  ['AR', '1425', true],
  ['AR', 'CP 1425', true],
  ['AR', '94016', false],
  ['IL', '9614303', true],
  ['IL', '96143', true],
  ['IL', '9614', false],
  ['TW', '100', true],
  ['TW', '1000', false],
  ['IS', '101', true],
  ['CY', '99010', true],
  ['TH', '๑๐๑๑๐', true],
  ['SA', '126432', false],
  ['LV', 'LV-1050', true],
  ['LT', 'LT-01100', true],
  ['HK', '94016', true],
  ['NL', '1012 ab', true],
  ['NL', '1012–AB', true],
  ['JP', '１００ー０００１', true],
  ['JP', '〒100‐0001', true],
  ['US', '94105−1234', true],
  ['BR', '01310–100', true],
  ['GB', 'SW1A‑1AA', true],
  ['NL', '1012', false],
  ['PR', '009', false],
  ['JP', '１５０-００４３', true],
  ['', 'anything', true],
])('in %s, the postal code %s may be accepted: %s', (country, postal_code, isAccepted) => {
  expect(parse({ country, postal_code }, minimal).errors).toEqual(
    isAccepted ? {} : { postal_code: 'postal_code_wrong' },
  );
});

test.each([
  ...['ada', 'ada@', 'ada@example', 'a da@example.com', '@example.com', 'ü@example.de'],
  ...['a..b@example.com', '.a@example.com', 'a.@example.com', 'a@-example.com', 'a@example.c', 'a@b@c.de'],
])('%s is no email address', (email) => {
  expect(parse({ country: '', email }, minimal).errors).toEqual({ email: 'email_wrong' });
});

test('a field that the form doesn’t have is ignored', () => {
  expect(parse(address, minimal).entered!.details).toEqual({ country: 'US', postal_code: '94016' });
});

test('a value is kept even if the country’s addresses don’t use its field', () => {
  const japanese = {
    country: 'JP',
    address_1: '1-1',
    city: 'Chiyoda',
    state: 'Tokyo',
    postal_code: '100-0001',
  };
  expect(parse(japanese, full)).toMatchObject({ errors: {}, entered: { details: japanese } });
  const emirate = { country: 'AE', postal_code: '00000' };
  expect(parse(emirate, minimal).entered!.details).toEqual(emirate);
});

test.each(['8613800138000', 'a999999999999999', 'a20261130090008', 'qa1764512345678'])(
  'an email address can contain a number that is no card number: %s',
  (mailbox) => {
    const input = { country: 'DE', postal_code: '10115', email: `${mailbox}@example.com` };
    expect(parse(input, minimal)).toMatchObject({ errors: {}, entered: { details: input } });
  },
);

test.each([
  ['address_1', { address_1: '4242 4242 4242 4242' }],
  ['postal_code', { postal_code: '4242424242424242' }],
  ['email', { email: '4242424242424242@example.com' }],
  ['postal_code', { address_1: '4242 4242', postal_code: '4242 4242' }],
  ['postal_code', { address_1: '', city: '4242 4242', state: '4242 4242', country: 'US' }],
])('a card number in %s is rejected, and not shown again (threat T15)', (field, input) => {
  const { errors, retained } = parse({ ...address, country: 'DE', ...input }, full);
  expect(errors).toMatchObject({ [field]: 'billing_is_number' });
  expect(JSON.stringify(retained)).not.toContain('4242');
});

test('line breaks and direction marks become spaces, and long texts are cut', () => {
  const { entered } = parse(
    { ...address, address_1: 'Main\nSt\u202e 1', city: 'x'.repeat(300), state: 'A\ud800' },
    full,
  );
  expect(entered!.details).toMatchObject({
    address_1: 'Main St  1',
    city: 'x'.repeat(100),
    state: 'A\ufffd',
  });
});

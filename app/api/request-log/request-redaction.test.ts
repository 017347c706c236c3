import { describe, expect, test } from 'vitest';
import { maximumNameLength, redactRequest, redactResponse, redactText } from './request-redaction';

const pan = '4242424242424242';
const cardText = '[looks like a card number]';
const hidden = '[not stored]';
const token = `tok_${'0123456789abcdefghjkmnpqrstvwxyz'}wxyz`;
const percentEncode = (text: string) =>
  text.replace(/./g, (character) => `%${character.charCodeAt(0).toString(16)}`);
const repeat = <T>(times: number, build: (index: number) => T) =>
  Array.from({ length: times }, (_, index) => build(index));

describe('text', () => {
  test.each([
    ['of the maximum length is stored', 'x'.repeat(500), 'x'.repeat(500)],
    ['above it is cut', 'x'.repeat(501), `${'x'.repeat(500)}…`],
    ['has no zero bytes, which PostgreSQL rejects', 'a\0b\0', 'ab'],
    ['with a card number of 12 digits is hidden', 'card 501800000009', cardText],
    ['may contain 12 digits', '424242424242', '424242424242'],
    ['with a card number of 13 digits is hidden', 'card 4222222222222', cardText],
    ['with a card number in full-width digits is hidden', '４２４２４２４２４２４２４２４２', cardText],
    ['with a percent-encoded card number is hidden', percentEncode(pan), cardText],
    ['with a twice percent-encoded card number is hidden', percentEncode(percentEncode(pan)), cardText],
    ['with a card number that only zero bytes separate is hidden', '4242\0,\0.424242424242', cardText],
    ['with a card number behind the cut is hidden', `${'x'.repeat(600)} ${pan}`, cardText],
  ])('%s', (_, text, expected) => expect(redactText(text)).toBe(expected));

  test('can have another maximum length', () => expect(redactText('abc', 2)).toBe('ab…'));
});

describe('a request body', () => {
  test.each<[string, unknown, unknown]>([
    ['text instead of an object', 'external_id', hidden],
    ['a customer’s ID', { customer_id: 'customer-7' }, { customer_id: 'customer-7' }],
    ['a number instead of an object', { order: 5 }, { order: hidden }],
    ['text instead of a card', { card: pan }, { card: hidden }],
    [
      'null and booleans',
      { order: null, reason: true, amount: false },
      { order: null, reason: true, amount: false },
    ],
    [
      'null and booleans instead of secrets',
      { client_secret: null, card: { pan: true, code: false, token: null } },
      { client_secret: '[secret]', card: { pan: '[secret]', code: '[secret]', token: null } },
    ],
    [
      'order items',
      { order: { order_items: [{ name: 'Tea', quantity: 2, cvv: '0836' }, 'Tea'] } },
      { order: { order_items: [{ name: 'Tea', quantity: 2, cvv: hidden }, hidden] } },
    ],
    [
      'a card number in two texts of an order item',
      {
        order: {
          order_items: [{ name: 'Gift 4242 42\x0042', sku: '4242 4242', quantity: 2, description: 1 }],
        },
      },
      { order: { order_items: [{ name: hidden, sku: hidden, quantity: 2, description: hidden }] } },
    ],
    [
      'an object instead of order items',
      { order: { order_items: { name: 'Tea' } } },
      { order: { order_items: hidden } },
    ],
    ['an object instead of text', { reason: { note: 'none' } }, { reason: hidden }],
    ['an unknown member', { cvv: '0836', constructor: 1 }, { cvv: hidden, constructor: hidden }],
    ['a card number as a name', { [pan]: 1 }, { [cardText]: hidden }],
    [
      'a long name',
      { ['n'.repeat(maximumNameLength + 1)]: 1 },
      { [`${'n'.repeat(maximumNameLength)}…`]: hidden },
    ],
  ])('%s', (_, body, expected) => expect(redactRequest(body)).toEqual(expected));

  test('stores the first 200 order items and members', () => {
    const items = repeat(201, (index) => ({ quantity: index }));
    expect(redactRequest({ order: { order_items: items } })).toEqual({
      order: { order_items: items.slice(0, 200) },
    });
    const members = repeat(201, (index) => [`x_${index}`, hidden]);
    expect(redactRequest(Object.fromEntries(members))).toEqual(Object.fromEntries(members.slice(0, 200)));
  });

  test.each([
    [99_999_999_999, 99_999_999_999],
    [999_999_999_999, 999_999_999_999],
    [-999_999_999_999, -999_999_999_999],
    [-2.5, -2.5],
    [1_000_000_000_000, cardText],
    [-1_000_000_000_000, cardText],
    // Of Maestro, the only brand with 12 digits.
    [501_800_000_009, cardText],
    [501_800_000_010, 501_800_000_010],
    [Number(pan), cardText],
    [4.242424242424242, cardText],
    [0.4242424242424242, cardText],
    [4.242424242424242e-7, cardText],
  ])('the amount %s is stored as %s', (amount, expected) =>
    expect(redactRequest({ amount })).toEqual({ amount: expected }),
  );

  test.each([
    ['ada@analytical.example', 'a***@analytical.example'],
    ['ada', hidden],
    ['@analytical.example', hidden],
    ['ada@', hidden],
    ['ada@lovelace@analytical.example', hidden],
    [`ada@${pan}.example`, hidden],
    [5, hidden],
  ])('the email address %s is stored as %s', (email, expected) =>
    expect(redactRequest({ order: { card_holder: { email } } })).toEqual({
      order: { card_holder: { email: expected } },
    }),
  );

  test.each([
    [token, 'tok_…wxyz'],
    [`x${token}`, hidden],
    [`${token}x`, hidden],
    [token.toUpperCase(), hidden],
    ['tok_x', hidden],
    [`tok_${'-'.repeat(36)}`, hidden],
    [pan, hidden],
  ])('the card token %s is stored as %s', (text, expected) =>
    expect(redactRequest({ card: { token: text } })).toEqual({ card: { token: expected } }),
  );

  test.each([
    ['https://shop.example/thanks', 'https://shop.example/thanks'],
    ['https://shop.example/@ada/img@2x.png', 'https://shop.example/@ada/img@2x.png'],
    ['https://shop.example/thanks?session=a\nb', 'https://shop.example/thanks?…'],
    ['https://shop.example/thanks#session=a?b', 'https://shop.example/thanks?…'],
    ['https://shop.example/a%20b\nc', 'https://shop.example/a…'],
    ['https://shop.example?to=ada@shop.example', 'https://shop.example?…'],
    ['https://ada:pass@shop.example/', 'https://…@shop.example/'],
    ['https://ada:p@ss@shop.example/', 'https://…@shop.example/'],
    ['https:\\\\ada:pass@shop.example/', 'https:\\\\…@shop.example/'],
    ['//ada:pass@shop.example/', '//…@shop.example/'],
    ['ada:pass@shop.example/', '…@shop.example/'],
    [`https://${'x'.repeat(492)}/`, `https://${'x'.repeat(492)}…`],
    [`https://shop.example/${pan}`, cardText],
    [`https://shop.example/${pan.slice(0, -1)}%32`, cardText],
    [`https://shop.example/${pan.slice(0, -1)}?2`, cardText],
  ])('the URL %j is stored as %j', (success, expected) =>
    expect(redactRequest({ redirect_urls: { success } })).toEqual({ redirect_urls: { success: expected } }),
  );
});

test('a response body is stored without what it discloses', () => {
  expect(
    redactResponse({
      access_token: 'eyJ0.eyJ9.c2ln',
      client_secret: 'sk_test_secret',
      token,
      email: 'ada@analytical.example',
      expiry: 3600,
      expires_at: null,
      card: { token, expiry: '2040-12', last_four: '4242', holder: { email: null } },
      items: [{ token: { value: token } }, `not ${pan}`, 4242],
      constructor: 'kept',
    }),
  ).toEqual({
    access_token: '[secret]',
    client_secret: '[secret]',
    token: 'tok_…wxyz',
    email: 'a***@analytical.example',
    expiry: 3600,
    expires_at: null,
    card: { token: 'tok_…wxyz', expiry: '[secret]', last_four: '4242', holder: { email: null } },
    items: [{ token: hidden }, cardText, 4242],
    constructor: 'kept',
  });
});

import { expect, test } from 'vitest';
import { declineCodes, type DeclineCode } from '~/acquirers/decline-codes';
import { findDeclineReason } from './decline-reason-patterns';
import { parseSearchQuery } from './query-parser';

test.each<[string, DeclineCode[]]>([
  ['insufficient funds last week', ['insufficient_funds']],
  ['NSF', ['insufficient_funds']],
  ['not enough money', ['insufficient_funds']],
  ['do not honor', ['do_not_honor']],
  ['do-not-honour', ['do_not_honor']],
  ['expired card yesterday harbour tea', ['expired_card']],
  ['the card had expired', ['expired_card']],
  ['stolen card', ['stolen_card']],
  ['lost or stolen card', ['lost_card', 'stolen_card']],
  ['lost card', ['lost_card']],
  ['3-D Secure failed', ['authentication_failed']],
  ['3ds failed yesterday', ['authentication_failed']],
  ['failed authentication', ['authentication_failed']],
  ['3DS required', ['authentication_required']],
  ['wrong CVC', ['incorrect_cvc']],
  ['over the limit', ['limit_exceeded']],
  ['bank was down', ['issuer_unavailable']],
  ['code 51', ['insufficient_funds']],
  ['response code 1a', ['authentication_required', 'authentication_failed']],
])('%s', (input, codes) => {
  const { declineReason, status, amount, lastFour } = parseSearchQuery(input);
  expect({ codes: declineReason?.codes, status, amount, lastFour }).toEqual({ codes });
});

test('each reason is found by its code, and by its name with spaces', () => {
  for (const code of Object.keys(declineCodes) as DeclineCode[])
    for (const input of [code, code.replaceAll('_', ' ')])
      expect({ input, codes: findDeclineReason(input)?.codes }).toEqual({ input, codes: [code] });
});

test('each response code means the reasons that have it', () => {
  for (const [code, { iso }] of Object.entries(declineCodes))
    expect({ code, codes: findDeclineReason(`code ${iso}`)?.codes }).toEqual({
      ...{ code, codes: expect.arrayContaining([code]) },
    });
});

test("each reason is found by the portal's message", () => {
  for (const [code, { message }] of Object.entries(declineCodes))
    expect({ message, codes: findDeclineReason(message)?.codes }).toEqual({
      message,
      codes: expect.arrayContaining([code]),
    });
});

test.each(['expired yesterday', 'card 4242', 'refused', 'money back', 'order code 51a'])(
  'no reason: %s',
  (input) => expect(findDeclineReason(input)).toBeNull(),
);

test('what follows the @ of an email address', () => {
  for (const [input, emailDomains] of [
    ['@gmail.com', ['gmail.com']],
    ['gmail.com last week 42 EUR', ['gmail.com']],
    ['@Mail.Example yesterday', ['mail.example']],
    ['guest@gmail.com', []],
    ['approx.40 at 5 p.m.', []],
  ] as const)
    expect({ input, emailDomains: parseSearchQuery(input).emailDomains }).toEqual({ input, emailDomains });
  expect(parseSearchQuery('gmail.com last week 42 EUR')).toMatchObject({
    amount: { ranges: [{ from: 4200, currencies: ['EUR'] }] },
    when: { text: 'last week' },
    name: [],
  });
});

test('a payer by label', () => {
  expect(parseSearchQuery('payer: Jane van Doe yesterday')).toMatchObject({
    payer: ['Jane', 'van', 'Doe'],
    name: [],
    when: { text: 'yesterday' },
  });
});

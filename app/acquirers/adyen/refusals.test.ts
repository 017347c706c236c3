import { expect, test } from 'vitest';
import { refusals as standInRefusals } from '../../../tests/stand-ins/adyen/refusals';
import { toAdyenDecline, toErrorDecline } from './refusals';

test('a reason is recognized by its code, as in answers, and by its text, as in webhooks', () => {
  const codes = Object.values(standInRefusals).map(({ code, reason }) => {
    const byCode = toAdyenDecline({ code, text: reason }).code;
    expect(toAdyenDecline({ text: reason }).code).toBe(byCode);
    return `${code} ${byCode}`;
  });
  expect(codes).toContain('12 insufficient_funds');
  expect(codes).toContain('2 do_not_honor');
});

test.each([
  [{ code: '2', text: 'Refused', raw: '41 : Lost card' }, 'lost_card', '2, Refused, 41 : Lost card'],
  [{ code: '5', text: 'Blocked Card', raw: '43 : Stolen card' }, 'stolen_card'],
  [{ code: '12', text: 'Not enough balance', raw: '05 : Do not honor' }, 'insufficient_funds'],
  // Adyen's own reason is more specific than the issuer's.
  [{ code: '11', text: '3D Not Authenticated', raw: '51 : Insufficient funds' }, 'authentication_failed'],
  [{ code: '2', raw: '999 : constructor' }, 'do_not_honor'],
  [{ code: '4711', text: 'Reason of tomorrow' }, 'do_not_honor', '4711, Reason of tomorrow'],
  [{ text: 'not enough balance' }, 'insufficient_funds', '12, not enough balance'],
] as const)('%o is %s', (refusal, code, acquirerCode = expect.any(String)) => {
  expect(toAdyenDecline(refusal)).toEqual({ kind: 'declined', code, acquirerCode });
});

test('a refusal without a reason has no acquirer code', () => {
  expect(toAdyenDecline({})).toEqual({ kind: 'declined', code: 'do_not_honor' });
});

test('a refused request keeps Adyen’s error code', () => {
  expect(toErrorDecline('101')).toEqual({
    kind: 'declined',
    code: 'invalid_card_number',
    acquirerCode: '101',
    beforeBank: true,
  });
  expect(toErrorDecline('constructor').code).toBe('system_error');
});

test('only a code at the beginning of the issuer’s reason counts, and a long reason is cut', () => {
  expect(toAdyenDecline({ code: '2', raw: 'Error 41' }).code).toBe('do_not_honor');
  expect(toAdyenDecline({ code: '12', text: 'Expired Card' }).code).toBe('insufficient_funds');
  expect(toAdyenDecline({ text: 'x'.repeat(101) }).acquirerCode).toBe('x'.repeat(100));
});

import { describe, expect, test } from 'vitest';
import { outcomeOfPayment, toAuthentication } from './payment-outcomes';

const base = { pspReference: 'PSP1', merchantReference: 'op_1', amount: { value: 1_000, currency: 'EUR' } };
const read = (
  resultCode: string | undefined,
  changes: object = {},
  ...options: [flow?: 'challenge' | null, expiry?: { month: number; year: number }]
) => outcomeOfPayment({ ...base, resultCode, ...changes } as never, 'op_1', ...options);

const unknown = { kind: 'unknown' };
const approved = {
  ...{ kind: 'approved', acquirerReference: 'PSP1', amount: { amountMinor: 1_000, currency: 'EUR' } },
};
const pending = { kind: 'pending', acquirerReference: 'PSP1' };
const url = 'https://bank.example';
const redirect = { type: 'redirect', method: 'GET', url };
const action = { kind: 'action_required', acquirerReference: 'PSP1', url };
const none = { pspReference: undefined };

test.each([
  ['Authorised', {}, approved],
  ['Authorised', { merchantReference: undefined }, approved],
  ['Authorised', { merchantReference: 'op_2' }, unknown],
  ['Authorised', none, unknown],
  ['Authorised', { amount: undefined }, { kind: 'approved', acquirerReference: 'PSP1' }],
  ['Received', {}, pending],
  ['Pending', {}, pending],
  ['Received', none, unknown],
  ['Pending', none, unknown],
  ['RedirectShopper', { action: redirect }, action],
  ['RedirectShopper', { action: { type: 'redirect', url } }, action],
  ['RedirectShopper', { action: redirect, ...none }, { ...action, acquirerReference: 'op_1' }],
  ['RedirectShopper', { action: { ...redirect, method: 'POST' } }, unknown],
  ['RedirectShopper', { action: { ...redirect, url: '' } }, unknown],
  ['RedirectShopper', { action: { type: 'redirect' } }, unknown],
  ['RedirectShopper', { action: { ...redirect, type: 'threeDS2' } }, unknown],
  ['RedirectShopper', {}, unknown],
  ['PartiallyAuthorised', {}, unknown],
  [undefined, {}, unknown],
])('%s %o', (resultCode, changes, outcome) => {
  expect(read(resultCode, changes)).toEqual(outcome);
});

test.each(['Refused', 'Error', 'Cancelled'])('%s is a decline with its reasons', (resultCode) => {
  const refusal = { refusalReasonCode: '2', refusalReason: 'Refused' };
  const raw = { additionalData: { refusalReasonRaw: '41 : Lost card' } };
  expect(read(resultCode, { ...refusal, ...raw })).toEqual({
    ...{ kind: 'declined', code: 'lost_card', acquirerCode: '2, Refused, 41 : Lost card' },
  });
  expect(read(resultCode)).toEqual({ kind: 'declined', code: 'do_not_honor' });
});

test('an approval has what later payments with the card need', () => {
  const expiry = { month: 12, year: 2040 };
  const readData = (additionalData: object) => read('Authorised', { additionalData }, null, expiry);
  expect(readData({ networkTxReference: 'ntx', expiryDate: '1/2041' })).toEqual({
    ...{ ...approved, networkTransactionId: 'ntx', newExpiry: { month: 1, year: 2041 } },
  });
  expect(readData({ expiryDate: '11/2042' })).toMatchObject({ newExpiry: { month: 11, year: 2042 } });
  for (const expiryDate of ['1/20410', '111/2041', 'x1/2041', '1/2041x', '1/041', ''])
    expect(readData({ expiryDate })).toEqual(approved);
});

describe('an authentication', () => {
  const authenticated = { status: 'authenticated', flow: 'challenge', version: null, eci: null };

  test('is in approvals and declines', () => {
    const data = { additionalData: { threeDAuthenticated: 'true' } };
    const authentication = { ...authenticated, liabilityShift: true };
    expect(read('Authorised', data, 'challenge')).toEqual({ ...approved, authentication });
    expect(read('Refused', data, 'challenge')).toMatchObject({ kind: 'declined', authentication });
  });

  test.each([
    [{ threeDAuthenticatedResponse: 'Y' }, 'authenticated'],
    [{ threeDAuthenticatedResponse: 'A' }, 'attempted'],
    [{ threeDAuthenticatedResponse: 'N' }, 'failed'],
    [{ threeDAuthenticatedResponse: 'R' }, 'failed'],
    [{ threeDAuthenticatedResponse: 'U' }, 'unavailable'],
    [{ threeDAuthenticatedResponse: 'N', threeDAuthenticated: 'true' }, 'failed'],
    [{ threeDAuthenticatedResponse: 'constructor' }, undefined],
    [{ threeDAuthenticated: 'true' }, 'authenticated'],
    [{ threeDAuthenticated: 'false' }, 'failed'],
    [{ threeDAuthenticated: 'maybe' }, undefined],
    [{}, undefined],
    [undefined, undefined],
  ])('%o of a payer who was challenged: %s', (data, status) => {
    expect(toAuthentication(data, 'challenge')?.status).toBe(status);
  });

  test('that didn’t happen is none, unless the payer was challenged', () => {
    expect(toAuthentication({ threeDAuthenticated: 'false' }, null)).toBeUndefined();
    expect(toAuthentication({ threeDAuthenticated: 'true' }, null)).toMatchObject({ flow: null });
  });

  test.each([
    ['true', {}, true],
    ['true', { liabilityShift: 'true' }, true],
    ['true', { liabilityShift: 'false' }, false],
    ['false', { liabilityShift: 'true' }, true],
    ['false', {}, false],
  ])('%s %o shifts the liability: %s', (threeDAuthenticated, data, liabilityShift) => {
    expect(toAuthentication({ threeDAuthenticated, ...data }, 'challenge')).toMatchObject({ liabilityShift });
  });

  test('has its version and its indicator, if that is valid', () => {
    const details = (data: object) => toAuthentication({ threeDAuthenticated: 'true', ...data }, 'challenge');
    expect(details({ threeDSVersion: '2.2.0' })).toMatchObject({ version: '2.2.0' });
    for (const eci of ['05', '5']) expect(details({ eci })).toMatchObject({ eci });
    for (const eci of ['', '005', 'x5', '5x', 'N/A']) expect(details({ eci })).toMatchObject({ eci: null });
  });
});

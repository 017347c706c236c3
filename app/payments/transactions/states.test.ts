import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  getStartingStatuses,
  listAllowedActions,
  requireTransition,
  transitions,
  getRefundableAmount,
  getRemainingHold,
  getHoldStatus,
  type Amounts,
} from './states';

const amounts = (given: Partial<Amounts>): Amounts => ({
  authorized: 100,
  captured: 0,
  voided: 0,
  expired: 0,
  refunded: 0,
  holdReserved: 0,
  refundReserved: 0,
  chargebackOpen: 0,
  chargedBack: 0,
  ...given,
});

const several = { multipleCaptures: true };

test.each([
  [{}, 'AUTHORIZED'],
  [{ voided: 40 }, 'AUTHORIZED'],
  [{ voided: 100 }, 'VOIDED'],
  [{ expired: 100 }, 'EXPIRED'],
  [{ voided: 40, expired: 60 }, 'EXPIRED'],
  [{ captured: 40 }, 'PARTIAL_CAPTURED'],
  [{ captured: 40, voided: 60 }, 'PARTIAL_CAPTURED'],
  [{ captured: 40, expired: 60 }, 'PARTIAL_CAPTURED'],
  [{ captured: 100 }, 'CAPTURED'],
])('a hold of 100 with %o is %s', (given, status) => {
  expect(getHoldStatus(amounts(given))).toBe(status);
});

test('every status that amounts can lead to is the end of a transition', () => {
  const reachable = new Set(transitions.PAYMENT.flatMap(({ to }) => to));
  fc.assert(
    fc.property(fc.nat(100), fc.nat(100), fc.nat(100), (captured, voided, expired) => {
      fc.pre(captured + voided + expired <= 100);
      expect(reachable).toContain(getHoldStatus(amounts({ captured, voided, expired })));
    }),
  );
});

test('each action starts only from its own statuses', () => {
  const actions = ['authorize', 'authcap', 'capture', 'void', 'refund', 'expire', 'settle'] as const;
  expect(Object.fromEntries(actions.map((action) => [action, getStartingStatuses(action)]))).toEqual({
    authorize: ['PENDING'],
    authcap: ['PENDING'],
    capture: ['AUTHORIZED', 'PARTIAL_CAPTURED'],
    void: ['AUTHORIZED', 'PARTIAL_CAPTURED'],
    refund: ['PARTIAL_CAPTURED', 'CAPTURED', 'SETTLED'],
    expire: ['AUTHORIZED', 'PARTIAL_CAPTURED'],
    settle: ['PARTIAL_CAPTURED', 'CAPTURED'],
  });
});

test('a status without the action offers nothing, even if an amount remains', () => {
  const given = amounts({ captured: 50 });
  expect({
    CAPTURED: listAllowedActions('CAPTURED', given, several),
    EXPIRED: listAllowedActions('EXPIRED', given, several),
    PENDING: listAllowedActions('PENDING', given, several),
  }).toEqual({ CAPTURED: ['refund'], EXPIRED: [], PENDING: [] });
});

test('a transition that is missing in the table is an error', () => {
  requireTransition('PAYMENT', 'AUTHORIZED', 'capture', 'CAPTURED');
  expect(() => requireTransition('PAYMENT', 'DECLINED', 'capture', 'CAPTURED')).toThrow(
    /^no transition of a PAYMENT: DECLINED capture CAPTURED$/,
  );
  expect(() => requireTransition('REFUND', 'PENDING', 'refund', 'SETTLED')).toThrow(
    /^no transition of a REFUND: PENDING refund SETTLED$/,
  );
});

test('reserved amounts can neither be captured nor refunded', () => {
  const given = amounts({
    captured: 50,
    holdReserved: 50,
    refunded: 10,
    refundReserved: 20,
    chargebackOpen: 10,
    chargedBack: 10,
  });
  expect(getRemainingHold(given)).toBe(0);
  expect(getRefundableAmount(given)).toBe(0);
  expect(listAllowedActions('PARTIAL_CAPTURED', given, several)).toEqual([]);
  const free = { ...given, holdReserved: 0, refundReserved: 0 };
  expect(listAllowedActions('PARTIAL_CAPTURED', free, several)).toEqual(['capture', 'void', 'refund']);
});

test('where only one capture is possible, a pending one excludes another', () => {
  const pending = amounts({ holdReserved: 40 });
  expect(listAllowedActions('AUTHORIZED', pending, several)).toEqual(['capture', 'void']);
  expect(listAllowedActions('AUTHORIZED', pending, { multipleCaptures: false })).toEqual(['void']);
  expect(listAllowedActions('AUTHORIZED', amounts({}), { multipleCaptures: false })).toEqual([
    'capture',
    'void',
  ]);
});

import { expect, test } from 'vitest';
import { declineCodes } from '~/acquirers/decline-codes';
import { mapDeclineToFormState } from './decline-errors';

test('a payer’s bank is blamed only for its own decisions', () => {
  const codes = Object.keys(declineCodes);
  const withReason = (reason: string) =>
    codes.filter((code) => mapDeclineToFormState(code).reason === reason);
  expect(withReason('technical_problem')).toEqual(['issuer_unavailable', 'system_error']);
  expect(withReason('declined')).toEqual([
    ...['do_not_honor', 'lost_card', 'stolen_card', 'not_permitted', 'suspected_fraud'],
    ...['limit_exceeded', 'restricted_card', 'authentication_required'],
  ]);
});

import type { CardChecks } from './card-checks';
import type { DeclineCode } from './decline-codes';

/** What happens to an approved payment without a request, or when it's captured or voided. */
export type FollowUpBehavior =
  'chargeback_lost' | 'chargeback_won' | 'refund_failed' | 'settled' | 'capture_declined' | 'void_declined';

/** How the card's bank authenticates the payer. `decline`: why it declines the payment after that. */
type TestAuthentication = {
  flow: 'frictionless' | 'challenge' | 'unavailable';
  decline?: DeclineCode;
};

/**
 * How the simulator treats a published test card (decisions: Test environment). `verified`: the card can be
 * saved, although its payments are declined. `renewed`: the bank replaces the card. `checks`: those that don't pass.
 */
export type TestCard = {
  pan: string;
  outcome: 'approved' | DeclineCode;
  silent?: true;
  behavior?: FollowUpBehavior;
  verified?: true;
  renewed?: true;
  authentication?: TestAuthentication;
  checks?: CardChecks;
  does: string;
};

const approved = (pan: string): TestCard => ({ pan, outcome: 'approved', does: 'Approved' });
const withBehavior = (pan: string, behavior: FollowUpBehavior, does: string): TestCard => ({
  pan,
  outcome: 'approved',
  behavior,
  does,
});
const withAuthentication = (pan: string, authentication: TestAuthentication, does: string): TestCard => ({
  pan,
  outcome: 'approved',
  authentication,
  does,
});
const withChecks = (pan: string, checks: CardChecks, does: string): TestCard => ({
  ...approved(pan),
  checks,
  does,
});
const declined = (pan: string, outcome: DeclineCode): TestCard => ({
  pan,
  outcome,
  does: `Declined: ${outcome}`,
});

export const testCards: readonly TestCard[] = [
  approved('4242424242424242'),
  approved('4111111111111111'),
  approved('4000056655665556'),
  approved('5555555555554444'),
  approved('2223003122003222'),
  approved('5200828282828210'),
  approved('378282246310005'),
  approved('371449635398431'),
  approved('6011111111111117'),
  approved('3566002020360505'),
  approved('38520000023237'),
  declined('4000000000000002', 'do_not_honor'),
  declined('4000000000009995', 'insufficient_funds'),
  declined('4000000000009987', 'lost_card'),
  declined('4000000000009979', 'stolen_card'),
  declined('4000000000000069', 'expired_card'),
  { ...declined('4000000000000127', 'incorrect_cvc'), checks: { securityCode: 'fail' } },
  declined('4100000000000019', 'suspected_fraud'),
  {
    pan: '4000000000000119',
    outcome: 'system_error',
    silent: true,
    does: 'Acquirer error: unknown outcome, then declined',
  },
  {
    pan: '4000000000005043',
    outcome: 'approved',
    silent: true,
    does: 'No response: unknown outcome, then approved',
  },
  withBehavior(
    '4000000000000259',
    'chargeback_lost',
    'Approved, then a chargeback that is lost 30 seconds later',
  ),
  withBehavior(
    '4000000000002685',
    'chargeback_won',
    'Approved, then a chargeback that is won 30 seconds later',
  ),
  withBehavior('4000000000005126', 'refund_failed', 'Approved. Refunds succeed, then fail later'),
  withBehavior('4000000000000077', 'settled', 'Approved, settles immediately'),
  withBehavior(
    '4000000000005407',
    'capture_declined',
    'Approved. Separate captures are declined: do_not_honor',
  ),
  withBehavior('4000000000005415', 'void_declined', 'Approved. Voids are declined: do_not_honor'),
  {
    ...declined('4000000000000341', 'do_not_honor'),
    verified: true,
    does: 'Can be saved as a card token. Every charge is declined: do_not_honor',
  },
  {
    ...declined('4000000000004202', 'lost_card'),
    verified: true,
    does: 'Can be saved as a card token. Every charge is declined: lost_card, and the card is closed',
  },
  {
    ...approved('4000000000004210'),
    renewed: true,
    does: 'Approved. A card token gets a new expiration date with its first payment',
  },
  withAuthentication(
    '4000000000003055',
    { flow: 'frictionless' },
    '3-D Secure without a challenge, then approved. With 3-D Secure for every payment, a challenge',
  ),
  withAuthentication('4000002760003184', { flow: 'challenge' }, '3-D Secure challenge, then approved'),
  withAuthentication(
    '4000008400001629',
    { flow: 'challenge', decline: 'do_not_honor' },
    '3-D Secure challenge, then declined: do_not_honor',
  ),
  withAuthentication(
    '4000000000003097',
    { flow: 'unavailable' },
    'The bank’s 3-D Secure is unavailable, then approved',
  ),
  withChecks(
    '4000000000000010',
    { address: 'fail', postalCode: 'fail' },
    'Approved. The address and the postal code don’t match',
  ),
  withChecks('4000000000000028', { address: 'fail' }, 'Approved. The address doesn’t match'),
  withChecks('4000000000000036', { postalCode: 'fail' }, 'Approved. The postal code doesn’t match'),
  withChecks(
    '4000000000000044',
    { address: 'unavailable', postalCode: 'unavailable' },
    'Approved. The bank can’t check the address',
  ),
  withChecks('4000000000000101', { securityCode: 'fail' }, 'Approved, although the security code is wrong'),
];

const byPan = new Map(testCards.map((card) => [card.pan, card]));

export function findTestCard(pan: string): TestCard | undefined {
  return byPan.get(pan);
}

/** Declines before the bank has looked at the payer's data. */
const uncheckedDeclines = new Set<TestCard['outcome']>([
  'authentication_required',
  'authentication_failed',
  'issuer_unavailable',
  'system_error',
]);

/** What a simulated bank found. @param others the checks that don't pass */
export const getBankChecks = (
  outcome: TestCard['outcome'],
  others: CardChecks = {},
): CardChecks | undefined =>
  uncheckedDeclines.has(outcome)
    ? undefined
    : { address: 'pass', postalCode: 'pass', securityCode: 'pass', ...others };

import type { DeclineCode } from '~/acquirers/decline-codes';

/** What spoils the answers of a stand-in, by the contract's names. */
export const answerFaults = {
  server_error: { fault: 'error', effect: 'before' },
  rate_limit: { fault: 'rate_limit' },
  unknown_status: { fault: 'unknown_status' },
  cut: { fault: 'cut', bytes: 40 },
  invalid_json: { fault: 'invalid_json' },
  foreign_json: { fault: 'foreign_json' },
} as const;

/** Stripe's test cards, which both stand-ins know. */
export const declinedCards = {
  do_not_honor: '4000000000000002',
  insufficient_funds: '4000000000009995',
  lost_card: '4000000000009987',
  stolen_card: '4000000000009979',
  limit_exceeded: '4000000000006975',
  expired_card: '4000000000000069',
  incorrect_cvc: '4000000000000127',
  system_error: '4000000000000119',
  suspected_fraud: '4100000000000019',
} as const satisfies Partial<Record<DeclineCode, string>>;

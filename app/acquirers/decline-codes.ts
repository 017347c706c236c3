/**
 * Decline reasons with their code in ISO 8583 field 39 and the message for merchants (decisions: Test
 * environment).
 */
export const declineCodes = {
  do_not_honor: { iso: '05', message: 'The bank declined the payment without giving a reason.' },
  invalid_card_number: { iso: '14', message: 'The card number doesn’t exist.' },
  lost_card: { iso: '41', message: 'The card was reported lost.' },
  stolen_card: { iso: '43', message: 'The card was reported stolen.' },
  insufficient_funds: { iso: '51', message: 'The account has insufficient funds.' },
  expired_card: { iso: '54', message: 'The card has expired.' },
  not_permitted: { iso: '57', message: 'The card doesn’t support this type of payment.' },
  suspected_fraud: { iso: '59', message: 'The bank suspects fraud.' },
  limit_exceeded: { iso: '61', message: 'The payment exceeds the card’s limit.' },
  restricted_card: { iso: '62', message: 'The card is restricted.' },
  authentication_required: { iso: '1A', message: 'The bank requires the payer to authenticate the payment.' },
  authentication_failed: { iso: '1A', message: 'The bank couldn’t authenticate the payer.' },
  incorrect_cvc: { iso: 'N7', message: 'The security code is wrong.' },
  issuer_unavailable: { iso: '91', message: 'The bank couldn’t be reached. You can try again later.' },
  system_error: {
    iso: '96',
    message: 'The payment network failed, so the card wasn’t charged. You can try again.',
  },
} as const;

/** The acquirer's own code of an authorization that it has confirmed to have canceled, whatever it reports later. */
export const confirmedCancelCode = 'technical_cancel';

/** The code of a request that didn't reach the acquirer before it was reversed or given up. */
export const neverReceivedCode = 'never_received';

const unsentRequestCodes = ['amount_not_representable', 'partial_void', 'unknown_payment'] as const;
/** The code with which an adapter declines a request instead of sending it. */
export type UnsentRequestCode = (typeof unsentRequestCodes)[number];

export function isUnsentRequestCode(code: string | null): code is UnsentRequestCode {
  return unsentRequestCodes.some((known) => known === code);
}

export type DeclineCode = keyof typeof declineCodes;

/** What can be declined. */
export type DeclinedOperation = 'payment' | 'capture' | 'void' | 'refund';

/** The messages that say what was declined, if it wasn't the payment itself. */
const followUpMessages: Partial<Record<DeclineCode, (operation: DeclinedOperation) => string>> = {
  do_not_honor: (operation) => `The bank declined the ${operation} without giving a reason.`,
  not_permitted: (operation) => `The card doesn’t support this ${operation}.`,
  limit_exceeded: (operation) => `The ${operation} exceeds the card’s limit.`,
  system_error: (operation) =>
    `The payment network failed, so the ${operation} had no effect. You can try again.`,
};

/** The message for merchants. Codes that we no longer use have a general one. */
export function getDeclineMessage(code: string, operation: DeclinedOperation): string {
  if (!isDeclineCode(code)) return `The ${operation} was declined.`;
  const describe = operation === 'payment' ? undefined : followUpMessages[code];
  return describe?.(operation) ?? declineCodes[code].message;
}

export function isDeclineCode(code: string): code is DeclineCode {
  return Object.hasOwn(declineCodes, code);
}

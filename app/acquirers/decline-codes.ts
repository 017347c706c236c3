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
  issuer_unavailable: { iso: '91', message: 'The bank couldn’t be reached.' },
  system_error: { iso: '96', message: 'The payment network failed. The card wasn’t charged.' },
} as const;

/** The acquirer's own code of an authorization that it has confirmed to have canceled, whatever it reports later. */
export const confirmedCancelCode = 'technical_cancel';

export type DeclineCode = keyof typeof declineCodes;

export function isDeclineCode(code: string): code is DeclineCode {
  return Object.hasOwn(declineCodes, code);
}

import type { Outcome } from '../acquirer';
import type { DeclineCode } from '../decline-codes';

/**
 * Adyen's refusal reasons (docs.adyen.com/development-resources/refusal-reasons) that are more specific than "declined".
 * Answers contain the code, and webhooks only the text.
 */
const refusals: [code: string, text: string, DeclineCode][] = [
  ['0', 'Unknown', 'system_error'],
  ['4', 'Acquirer Error', 'system_error'],
  ['5', 'Blocked Card', 'restricted_card'],
  ['6', 'Expired Card', 'expired_card'],
  ['7', 'Invalid Amount', 'not_permitted'],
  ['8', 'Invalid Card Number', 'invalid_card_number'],
  ['9', 'Issuer Unavailable', 'issuer_unavailable'],
  ['10', 'Not supported', 'not_permitted'],
  ['11', '3D Not Authenticated', 'authentication_failed'],
  ['12', 'Not enough balance', 'insufficient_funds'],
  ['14', 'Acquirer Fraud', 'suspected_fraud'],
  ['15', 'Cancelled', 'system_error'],
  ['16', 'Shopper Cancelled', 'authentication_failed'],
  ['18', 'Pin tries exceeded', 'restricted_card'],
  ['20', 'FRAUD', 'suspected_fraud'],
  ['21', 'Not Submitted', 'system_error'],
  ['22', 'FRAUD-CANCELLED', 'suspected_fraud'],
  ['23', 'Transaction Not Permitted', 'not_permitted'],
  ['24', 'CVC Declined', 'incorrect_cvc'],
  ['25', 'Restricted Card', 'restricted_card'],
  ['26', 'Revocation Of Auth', 'not_permitted'],
  ['28', 'Withdrawal amount exceeded', 'limit_exceeded'],
  ['29', 'Withdrawal count exceeded', 'limit_exceeded'],
  ['31', 'Issuer Suspected Fraud', 'suspected_fraud'],
  ['38', 'Authentication required', 'authentication_required'],
  ['39', 'RReq not received from DS', 'authentication_failed'],
  ['46', 'Issuer temporarily unavailable', 'issuer_unavailable'],
];

/** The issuer's own reason, if Adyen passes it on, such as `41 : Lost card`. The codes are those of ISO 8583. */
const rawCodes: Record<string, DeclineCode> = {
  '14': 'invalid_card_number',
  '41': 'lost_card',
  '43': 'stolen_card',
  '51': 'insufficient_funds',
  '54': 'expired_card',
  '57': 'not_permitted',
  '59': 'suspected_fraud',
  '61': 'limit_exceeded',
  '62': 'restricted_card',
  '65': 'limit_exceeded',
  '91': 'issuer_unavailable',
};

/** The issuer's reason is more specific than these. */
const isVague = (code: DeclineCode) => code === 'do_not_honor' || code === 'restricted_card';

export type AdyenRefusal = { code?: string | undefined; text?: string | undefined; raw?: string | undefined };

/** @param refusal the code or text of Adyen's reason, and the issuer's reason */
export function toAdyenDecline({ code, text, raw }: AdyenRefusal): Extract<Outcome, { kind: 'declined' }> {
  const known = refusals.find(([ownCode, ownText]) =>
    code === undefined ? ownText.toLowerCase() === text?.toLowerCase() : ownCode === code,
  );
  const general = known?.[2] ?? 'do_not_honor';
  const [rawCode = ''] = /^\d+/.exec(raw ?? '') ?? [];
  const specific = isVague(general) && Object.hasOwn(rawCodes, rawCode) ? rawCodes[rawCode] : undefined;
  const reasons = [code ?? known?.[0], text ?? known?.[1], raw].filter(Boolean);
  return {
    kind: 'declined',
    code: specific ?? general,
    ...(reasons.length && { acquirerCode: reasons.join(', ').slice(0, 100) }),
  };
}

/** Adyen's error codes that are about the card (docs.adyen.com/development-resources/error-codes). */
const errorCodes: Record<string, DeclineCode> = {
  '101': 'invalid_card_number',
  '102': 'invalid_card_number',
  '103': 'incorrect_cvc',
  '129': 'expired_card',
  '137': 'not_permitted',
  '138': 'not_permitted',
};

export const toErrorDecline = (acquirerCode: string): Extract<Outcome, { kind: 'declined' }> => ({
  kind: 'declined',
  code: (Object.hasOwn(errorCodes, acquirerCode) && errorCodes[acquirerCode]) || 'system_error',
  acquirerCode,
  beforeBank: true,
});

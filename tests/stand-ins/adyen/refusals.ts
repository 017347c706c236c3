/** Why a payment isn't authorized. `raw`: the issuer's own reason, when the account receives it. */
export type Refusal = {
  reason: string;
  code: string;
  resultCode: 'Refused' | 'Error' | 'Cancelled';
  raw?: string;
};

const refused = (reason: string, code: number): Refusal => ({
  reason,
  code: String(code),
  resultCode: 'Refused',
});
const failed = (reason: string, code: number): Refusal => ({ ...refused(reason, code), resultCode: 'Error' });

// docs.adyen.com/development-resources/testing/result-codes: by the holder's name that causes it.
export const refusals = {
  UNKNOWN: failed('Unknown', 0),
  DECLINED: refused('Refused', 2),
  REFERRAL: refused('Referral', 3),
  ERROR: failed('Acquirer Error', 4),
  BLOCK_CARD: refused('Blocked Card', 5),
  CARD_EXPIRED: refused('Expired Card', 6),
  INVALID_AMOUNT: refused('Invalid Amount', 7),
  INVALID_CARD_NUMBER: refused('Invalid Card Number', 8),
  ISSUER_UNAVAILABLE: refused('Issuer Unavailable', 9),
  NOT_SUPPORTED: refused('Not supported', 10),
  NOT_3D_AUTHENTICATED: refused('3D Not Authenticated', 11),
  NOT_ENOUGH_BALANCE: refused('Not enough balance', 12),
  ACQUIRER_FRAUD: refused('Acquirer Fraud', 14),
  CANCELLED: { ...refused('Cancelled', 15), resultCode: 'Cancelled' },
  SHOPPER_CANCELLED: { ...refused('Shopper Cancelled', 16), resultCode: 'Cancelled' },
  INVALID_PIN: refused('Invalid Pin', 17),
  PIN_TRIES_EXCEEDED: refused('Pin tries exceeded', 18),
  FRAUD: refused('FRAUD', 20),
  NOT_SUBMITTED: refused('Not Submitted', 21),
  TRANSACTION_NOT_PERMITTED: refused('Transaction Not Permitted', 23),
  CVC_DECLINED: refused('CVC Declined', 24),
  RESTRICTED_CARD: refused('Restricted Card', 25),
  REVOCATION_OF_AUTH: refused('Revocation Of Auth', 26),
  DECLINED_NON_GENERIC: refused('Declined Non Generic', 27),
  WITHDRAWAL_AMOUNT_EXCEEDED: refused('Withdrawal amount exceeded', 28),
  WITHDRAWAL_COUNT_EXCEEDED: refused('Withdrawal count exceeded', 29),
  ISSUER_SUSPECTED_FRAUD: refused('Issuer Suspected Fraud', 31),
  AVS_DECLINED: refused('AVS Declined', 32),
  AUTHENTICATION_REQUIRED: refused('Authentication required', 38),
} satisfies Record<string, Refusal>;
export type RefusalName = keyof typeof refusals;

const refusalNames = Object.keys(refusals) as RefusalName[];

export const isRefusalName = (name: string): name is RefusalName => Object.hasOwn(refusals, name);

export const findRefusalByCode = (code: string): RefusalName | undefined =>
  refusalNames.find((name) => refusals[name].code === code);

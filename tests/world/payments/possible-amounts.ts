import type { TransactionStatus } from '~/payments/transactions/states';

/** The simplest amounts with which a payment can have the status. */
export function getPossibleAmounts(status: TransactionStatus, amount: number) {
  const nothing = {
    amountAuthorized: status === 'PENDING' || status === 'DECLINED' ? 0 : amount,
    amountCaptured: 0,
    amountVoided: 0,
    amountExpired: 0,
  };
  switch (status) {
    case 'CAPTURED':
    case 'SETTLED':
      return { ...nothing, amountCaptured: amount };
    case 'PARTIAL_CAPTURED':
      return { ...nothing, amountCaptured: amount - 1 };
    case 'VOIDED':
      return { ...nothing, amountVoided: amount };
    case 'EXPIRED':
      return { ...nothing, amountExpired: amount };
    default:
      return nothing;
  }
}

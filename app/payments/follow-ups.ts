import type { Acquirer, Outcome } from '~/acquirers/acquirer';
import type { Claimed } from './claims';

/** Asks for what a claimed capture, void or refund stands for. Asked again, it is the same request to the acquirer. */
export function requestFollowUp(acquirer: Acquirer, claimed: Claimed, signal: AbortSignal): Promise<Outcome> {
  const request = {
    reference: claimed.operation_id,
    authorization: claimed.authorization_id,
    amountMinor: claimed.claimed_amount,
    currency: claimed.order_currency,
  };
  switch (claimed.operation_type) {
    case 'capture':
    case 'partial_capture':
      return acquirer.capture(request, signal);
    case 'void':
      return acquirer.void(request, signal);
    case 'refund':
      return acquirer.refund(request, signal);
    default:
      throw new Error(`${claimed.operation_type} does not follow an authorization`);
  }
}

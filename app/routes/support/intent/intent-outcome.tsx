import type { SerializeFrom } from '@remix-run/node';
import { Time } from '~/ui/content/time';
import type { SupportIntent } from './read-intent';

const cancellations = {
  merchant: 'The merchant canceled it through the API',
  payer: 'It was canceled on the payment page',
  unknown: 'It was canceled',
};

/** The status of a payment intent in words. */
export function IntentOutcome({
  intent: { status, openedAt, canceledAt, expiresAt, link },
  attempts,
  requests,
}: SerializeFrom<Pick<SupportIntent, 'intent' | 'attempts' | 'requests'>>) {
  switch (status) {
    case 'paid':
      return 'The order was paid.';
    case 'paying':
      return 'A payment is in progress. Its outcome isn’t known yet.';
    case 'failed':
      return 'Too many attempts were declined, so no more payments are accepted.';
    case 'cancelled':
      return (
        <>
          {cancellations[requests.canceledBy ?? 'unknown']} on <Time at={canceledAt!} />. No payment was made.
        </>
      );
    case 'expired':
      return (
        <>
          It expired on <Time at={expiresAt} />. No payment was made
          {link?.status === 'completed'
            ? ' here, but the payment link has all the payments it accepts.'
            : '.'}
        </>
      );
    case 'open':
      return (
        <>
          {attempts.length
            ? 'Every attempt so far was declined.'
            : openedAt
              ? 'The payment page was opened, but no payment has been attempted.'
              : 'The payment page hasn’t been opened yet.'}{' '}
          It can be paid until <Time at={expiresAt} />.
        </>
      );
  }
}

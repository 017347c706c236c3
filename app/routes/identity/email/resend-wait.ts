import type { PendingEmail } from './pending-email';

const resendAfterSeconds = 60;

/** Seconds until the same mail may be asked for again, as the throttle counts them. */
export function resendWait({ sentAt }: PendingEmail): number {
  return Math.max(
    0,
    Math.min(resendAfterSeconds, Math.ceil(resendAfterSeconds - (Date.now() - sentAt) / 1000)),
  );
}

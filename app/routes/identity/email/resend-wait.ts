import type { PendingEmail } from './pending-email';

const resendAfterSeconds = 60;

/** Seconds until the same email can be requested again, according to the rate limit. */
export function resendWait({ sentAt }: PendingEmail): number {
  return Math.max(
    0,
    Math.min(resendAfterSeconds, Math.ceil(resendAfterSeconds - (Date.now() - sentAt) / 1000)),
  );
}

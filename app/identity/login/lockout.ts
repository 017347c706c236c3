import { requirePersistentKey } from '~/platform/secrets/persistent-keys.server';
import { hmacDigest } from '~/platform/secrets/secrets.server';
import {
  countInWindows,
  findRemainingMs,
  resetCounter,
  uncountInWindows,
} from '~/platform/rate-limits/window-counters';
import { toAddressBlock, toSiteBlock } from './address-block';

/** `sliding`: the time counts from the last attempt instead of the first. */
type AttemptLimit = { points: number; seconds: number; sliding?: boolean };

/**
 * The login lockout: ten attempts, then thirty minutes. A correct attempt resets the count. Otherwise, only thirty
 * minutes without an attempt do, so window edges give no extra attempts (PCI DSS 8.3.4).
 */
const guessLimit = { points: 10, seconds: 30 * 60, sliding: true };

/** Limits on attempts at logins and at other actions. */
const attemptLimits = {
  login_account: guessLimit,
  login_device: guessLimit,
  confirm_password: guessLimit,
  reset_password: guessLimit,
  second_factor: guessLimit,
  // Shared by all known devices of a person: an attacker who once had the password may have many device
  // cookies.
  second_factor_devices: { ...guessLimit, points: 50 },
  login_address: { points: 100, seconds: 30 * 60 },
  // The /48 of an IPv6 address: a whole site, or an attacker with 65,536 subscriber networks.
  login_site: { points: 500, seconds: 30 * 60 },
  // Wrong passwords on unknown devices, across all accounts. Each costs about 25 ms of CPU time.
  login_overall: { points: 1_800, seconds: 60 },
  mail_address: { points: 30, seconds: 3600 },
  mail_site: { points: 150, seconds: 3600 },
  mail_recipient: { points: 6, seconds: 3600 },
  new_device_mail: { points: 5, seconds: 3600 },
  receipt_recipient: { points: 6, seconds: 3600 },
  mail_pause: { points: 1, seconds: 60 },
  // A new time zone recalculates an account's complete history.
  time_zone: { points: 10, seconds: 24 * 3600 },
  logo: { points: 30, seconds: 3600 },
  // Images that checkouts load for an account. Anyone can create test orders.
  item_image_test: { points: 200, seconds: 600 },
  item_image_live: { points: 2_000, seconds: 600 },
  // Of one link: by one subscriber, by one site, by everyone, and the payment intents of a subscriber and a site.
  payment_link_visit_address: { points: 40, seconds: 600 },
  payment_link_visit_site: { points: 200, seconds: 600 },
  payment_link_visits: { points: 3_000, seconds: 600 },
  payment_link_intent_address: { points: 40, seconds: 600 },
  payment_link_intent_site: { points: 200, seconds: 600 },
  // More than helping merchants takes in a day.
  support_session: { points: 20, seconds: 24 * 3600 },
} satisfies Record<string, AttemptLimit>;

export type AttemptLimitName = keyof typeof attemptLimits;

/**
 * Counts an attempt.
 * @returns 0 when it's allowed, otherwise the seconds to wait
 */
export async function takeAttempt(name: AttemptLimitName, subject: string): Promise<number> {
  return (await takeReleasableAttempt(name, subject)).waitSeconds;
}

/** `waitSeconds`: as of {@link takeAttempt}. `release`: reverts the count of a correct attempt. */
export type ReleasableAttempt = { waitSeconds: number; release: () => Promise<void> };

/** Counts an attempt that may turn out not to count. */
export async function takeReleasableAttempt(
  name: AttemptLimitName,
  subject: string,
): Promise<ReleasableAttempt> {
  const { points: maximum, seconds, sliding = false }: AttemptLimit = attemptLimits[name];
  const key = toLimitKey(name, subject);
  const windows = await countInWindows({ counters: [{ key, windowMs: seconds * 1000 }], maximum, sliding });
  if (windows.length) return { waitSeconds: 0, release: () => uncountInWindows(windows, { sliding }) };
  const remainingMs = await findRemainingMs(key);
  return { waitSeconds: Math.max(1, Math.ceil(remainingMs / 1000)), release: async () => {} };
}

type LimitSubject = [AttemptLimitName, string];

/** Counts an attempt in several limits, until one rejects it. */
export async function takeReleasableAttempts(limitSubjects: LimitSubject[]): Promise<ReleasableAttempt> {
  const attempts: ReleasableAttempt[] = [];
  for (const limitSubject of limitSubjects) {
    const attempt = await takeReleasableAttempt(...limitSubject);
    if (attempt.waitSeconds) return attempt;
    attempts.push(attempt);
  }
  const release = async () => {
    for (const attempt of attempts) await attempt.release();
  };
  return { waitSeconds: 0, release };
}

/** What an IP address counts for, with each payment link separately: its subscriber and, with IPv6, its site. */
export function listAddressLimits(
  action: 'login' | 'mail' | 'payment_link_visit' | 'payment_link_intent',
  address: string,
  linkId?: string,
): LimitSubject[] {
  const toSubject = (block: string) => (linkId ? `${linkId} ${block}` : block);
  const site = toSiteBlock(address);
  return [
    [`${action}_address`, toSubject(toAddressBlock(address))],
    ...(site ? [[`${action}_site`, toSubject(site)] as LimitSubject] : []),
  ];
}

/** Resets the count. */
export async function resetAttempts(name: AttemptLimitName, subject: string): Promise<void> {
  await resetCounter(toLimitKey(name, subject));
}

/** Email and IP addresses are stored only as a keyed hash. */
function toLimitKey(name: AttemptLimitName, subject: string): string {
  return `${name}:${hmacDigest(requirePersistentKey('throttles'), subject)}`;
}

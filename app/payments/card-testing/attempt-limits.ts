import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { toAddressBlock } from '~/identity/login/address-block';
import { pool } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { requirePersistentKey } from '~/platform/secrets/persistent-keys.server';
import { singleton } from '~/platform/concurrency/singleton.server';
import type { Secret } from '~/platform/secrets/secret';
import { hmacDigest } from '~/platform/secrets/secrets.server';

/** A payment attempt on the hosted page: by whom and with what. */
export type CardAttempt = { accountId: string; environment: Environment; address: string; pan: Secret };

/** Why an attempt isn't sent to the acquirer. `proof_needed`: a proof of work would allow it. */
export type ProtectionRejection = 'card_limit_reached' | 'address_limit_reached' | 'proof_needed';

type Limit = { windowSeconds: number; proofAbove: number; rejectAbove: number };

/**
 * How many declines are allowed (threat T27): for one card across all merchants, and at one merchant from one
 * address or with cards that share a BIN. Card testers are slowed down, then stopped. A payer who mistypes
 * notices nothing.
 */
const limits = {
  card: { windowSeconds: 3_600, proofAbove: Infinity, rejectAbove: 5 },
  address: { windowSeconds: 600, proofAbove: 5, rejectAbove: 20 },
  bin: { windowSeconds: 600, proofAbove: 20, rejectAbove: Infinity },
} satisfies Record<string, Limit>;

type CounterName = keyof typeof limits;
const counterNames = Object.keys(limits) as CounterName[];

/** Developers decline the published test cards all day, and those share a BIN. */
const allowance = { live: 1, test: 10 } satisfies Record<Environment, number>;

const counters = singleton('card-testing', () => {
  const counter = (name: CounterName) =>
    new RateLimiterPostgres({
      storeClient: pool,
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: `declines-${name}`,
      points: 1,
      duration: limits[name].windowSeconds,
    });
  return { card: counter('card'), address: counter('address'), bin: counter('bin') } satisfies Record<
    CounterName,
    RateLimiterPostgres
  >;
});

/**
 * Counts an attempt in advance as if it were declined, so that concurrent attempts stop at the limit too.
 * {@link uncountAttempt} reverts the count of an attempt that wasn't declined or never made.
 * @returns null when the acquirer may be asked
 */
export async function countAttempt(
  attempt: CardAttempt,
  hasProof: boolean,
): Promise<ProtectionRejection | null> {
  const subjects = toCounterKeys(attempt);
  const results = await Promise.all(counterNames.map((name) => counters[name].penalty(subjects[name])));
  const above = (name: CounterName, limit: 'proofAbove' | 'rejectAbove') =>
    results[counterNames.indexOf(name)]!.consumedPoints >
    limits[name][limit] * allowance[attempt.environment];
  if (above('card', 'rejectAbove')) return 'card_limit_reached';
  if (above('address', 'rejectAbove')) return 'address_limit_reached';
  return !hasProof && (above('address', 'proofAbove') || above('bin', 'proofAbove')) ? 'proof_needed' : null;
}

/** Reverts the count of an attempt. */
export async function uncountAttempt(attempt: CardAttempt): Promise<void> {
  const subjects = toCounterKeys(attempt);
  await Promise.all(counterNames.map((name) => counters[name].reward(subjects[name])));
}

/**
 * The counters' names are keyed digests with a separate key for each environment, so that they reveal
 * nothing. The published test cards are shared by everyone.
 */
function toCounterKeys({ accountId, environment, address, pan }: CardAttempt): Record<CounterName, string> {
  const digest = (text: string) => hmacDigest(requirePersistentKey(`card-testing/${environment}`), text);
  const holder = environment === 'live' ? '' : accountId;
  return {
    card: digest(`card ${holder} ${pan.reveal()}`),
    address: digest(`address ${accountId} ${toAddressBlock(address)}`),
    bin: digest(`bin ${accountId} ${pan.reveal().slice(0, 6)}`),
  };
}

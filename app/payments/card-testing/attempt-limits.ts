import { toAddressBlock, toSiteBlock } from '~/identity/login/address-block';
import type { Environment } from '~/platform/environment';
import { countInWindows, uncountInWindows, type CountedWindow } from '~/platform/rate-limits/window-counters';
import { requirePersistentKey } from '~/platform/secrets/persistent-keys.server';
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
 * notices nothing. `challenge`: how many cards from one address can be at their banks. Many honest payers share an address.
 * The site counters are for the /48 of an IPv6 address, which can contain 65,536 addresses of one attacker.
 */
const limits = {
  card: { windowSeconds: 3_600, proofAbove: Infinity, rejectAbove: 5 },
  address: { windowSeconds: 600, proofAbove: 5, rejectAbove: 20 },
  site: { windowSeconds: 600, proofAbove: 25, rejectAbove: 100 },
  bin: { windowSeconds: 600, proofAbove: 20, rejectAbove: Infinity },
  challenge: { windowSeconds: 600, proofAbove: 20, rejectAbove: 100 },
  challengeSite: { windowSeconds: 600, proofAbove: 100, rejectAbove: 500 },
} satisfies Record<string, Limit>;

export const longestWindowSeconds = Math.max(
  ...Object.values(limits).map(({ windowSeconds }) => windowSeconds),
);

/** What each result of an attempt counts in. Until the bank has decided, a challenge is no better for a card than a decline. */
const countersOf = {
  declined: ['card', 'address', 'site', 'bin'],
  challenged: ['card', 'challenge', 'challengeSite'],
  none: [],
} as const satisfies Record<string, readonly CounterName[]>;

type CounterName = keyof typeof limits;
const counterNames = Object.keys(limits) as CounterName[];

/** Developers decline the published test cards all day, and those share a BIN. */
const allowance = { live: 1, test: 10 } satisfies Record<Environment, number>;

export type CountedAttempt = {
  /** Null when the acquirer may be asked. */
  rejection: ProtectionRejection | null;
  /**
   * Reverts the counts that the result doesn't justify. `none`: the attempt was approved or never made.
   * @returns the windows that still count it
   */
  settle: (result: keyof typeof countersOf) => Promise<CountedWindow[]>;
};

/** Counts an attempt in advance in all counters, so that concurrent attempts stop at the limit too. */
export async function countAttempt(attempt: CardAttempt, hasProof: boolean): Promise<CountedAttempt> {
  const keys = toCounterKeys(attempt);
  const windows = await countInWindows({
    counters: counterNames.flatMap((name) => {
      const key = keys[name];
      return key ? [{ key, windowMs: limits[name].windowSeconds * 1000 }] : [];
    }),
  });
  const isAbove = (name: CounterName, limit: 'proofAbove' | 'rejectAbove') => {
    const points = windows.find(({ key }) => key === keys[name])?.points ?? 0;
    return points > limits[name][limit] * allowance[attempt.environment];
  };
  const findRejection = () => {
    if (isAbove('card', 'rejectAbove')) return 'card_limit_reached';
    if (counterNames.some((name) => isAbove(name, 'rejectAbove'))) return 'address_limit_reached';
    const needsProof = counterNames.some((name) => isAbove(name, 'proofAbove'));
    return needsProof && !hasProof ? 'proof_needed' : null;
  };
  return {
    rejection: findRejection(),
    async settle(result) {
      const names: readonly CounterName[] = countersOf[result];
      const isKept = ({ key }: CountedWindow) => names.some((name) => keys[name] === key);
      await uncountInWindows(windows.filter((window) => !isKept(window)));
      return windows.filter(isKept);
    },
  };
}

/**
 * The counters' names are keyed digests with a separate key for each environment, so that they reveal
 * nothing. The published test cards are shared by everyone. An IPv4 address has no site.
 */
function toCounterKeys({
  accountId,
  environment,
  address,
  pan,
}: CardAttempt): Record<CounterName, string | null> {
  const digest = (text: string) =>
    `card-testing:${hmacDigest(requirePersistentKey(`card-testing/${environment}`), text)}`;
  const holder = environment === 'live' ? '' : accountId;
  const site = toSiteBlock(address);
  return {
    card: digest(`card ${holder} ${pan.reveal()}`),
    address: digest(`address ${accountId} ${toAddressBlock(address)}`),
    site: site && digest(`site ${accountId} ${site}`),
    bin: digest(`bin ${accountId} ${pan.reveal().slice(0, 6)}`),
    challenge: digest(`challenge ${accountId} ${toAddressBlock(address)}`),
    challengeSite: site && digest(`challenge site ${accountId} ${site}`),
  };
}

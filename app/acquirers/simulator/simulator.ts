import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { findCardBrand } from '~/platform/cards/card-ranges';
import type { Acquirer, Card, Outcome, SimulatedIncident } from '../acquirer';
import type { AuthenticationRequest, AuthenticationResult } from '../authentication';
import { neverReceivedCode } from '../decline-codes';
import { getAvailableAmount, getRefundedAmount, type FollowUpKind } from './balance';
import { recordAcceptance, recordEvidence } from './disputes';
import { toIncidentEntry } from './incidents';
import { Ledger } from './ledger';
import type { LedgerEntry } from './ledger-entry';
import { getBehavior, getScheduledEvent, type ScheduledEventDelays } from './scheduled-events';
import { toStatementEntry } from './statement-entry';
import type { SavedCardUse } from '../saved-card';
import { findTestCard, getBankChecks, type TestCard } from '../test-cards';

/** It finds a request by our reference alone. */
export type Simulator = Acquirer &
  Required<Pick<Acquirer, 'readStatement'>> & {
    lookup(inquiry: { reference: string }, signal: AbortSignal): ReturnType<Acquirer['lookup']>;
  };

/** `delayMs`: the latency of each request and each answer. */
type SimulatorOptions = { delayMs?: number; eventDelaysMs?: ScheduledEventDelays };

/**
 * An acquirer for the test environment, decided by the published test cards, with its own ledger. Like a
 * bank, it completes requests even when the caller no longer waits.
 */
export function createSimulator(ledgerPath: string | undefined, options: SimulatorOptions = {}): Simulator {
  const { delayMs = 0 } = options;
  const ledger = new Ledger(ledgerPath);
  /** By authorization, the delay of this process's next answer about it. */
  const delays = new Map<string, number>();

  /** Records a request once. The same reference gets the first outcome again. */
  function record(request: () => LedgerEntry): Promise<Outcome> {
    return afterDelay(() => {
      const entry = request();
      if (!ledger.find(entry.reference)) ledger.append({ ...entry, at: new Date().toISOString() });
      return outcomeOf(ledger.find(entry.reference)!);
    });
  }

  /** A challenge is recorded once, like a request. */
  function challenge(entry: LedgerEntry): Outcome {
    const decided = ledger.find(entry.reference);
    if (decided) return outcomeOf(decided);
    if (!ledger.findEvent('challenge', entry.reference))
      ledger.append({ ...entry, at: new Date().toISOString() });
    return actionOf(ledger.findEvent('challenge', entry.reference)!);
  }

  function find(reference: string): Outcome | { kind: 'not_found' } {
    const entry = ledger.find(reference);
    if (entry) return outcomeOf(entry);
    const waiting = ledger.findEvent('challenge', reference);
    return waiting ? actionOf(waiting) : { kind: 'not_found' };
  }

  async function afterDelay<T>(work: () => T): Promise<T> {
    if (delayMs) await sleep(delayMs);
    const done = work();
    if (delayMs) await sleep(delayMs);
    return done;
  }

  async function followUp(
    kind: FollowUpKind,
    { reference, authorization, payment, amountMinor, currency }: Parameters<Acquirer[FollowUpKind]>[0],
  ): Promise<Outcome> {
    const answer = await record(() => {
      const origin = ledger.find(authorization);
      const others = ledger.followUps(authorization);
      const available = getAvailableAmount(kind, origin, others);
      const isOther =
        origin &&
        (origin.currency !== currency || (payment !== null && payment !== toAcquirerReference(origin)));
      const outcome = isOther
        ? 'not_permitted'
        : amountMinor > available
          ? 'limit_exceeded'
          : origin?.behavior === `${kind}_declined`
            ? 'do_not_honor'
            : 'approved';
      return {
        reference,
        kind,
        authorization,
        amountMinor,
        currency,
        outcome,
        behavior: getBehavior(kind, origin, others),
      };
    });
    const delay = delays.get(authorization);
    delays.delete(authorization);
    if (delay) await sleep(delay);
    return answer;
  }

  /** Records a simulated event as if it had happened on its own. */
  function simulateIncident(authorization: string, incident: SimulatedIncident): boolean {
    const origin = ledger.find(authorization);
    if (origin?.kind !== 'authorize') return false;
    if (incident.kind === 'delay') {
      if (delays.size >= 1_000) delays.clear();
      delays.set(authorization, incident.ms);
      return true;
    }
    const entry = toIncidentEntry(incident, origin, ledger);
    if (entry)
      ledger.append({ ...entry, authorization, currency: origin.currency, at: new Date().toISOString() });
    return entry !== null;
  }

  /** Records the scheduled events that are due since the last read. One event can cause another. */
  function recordDueEvents(): void {
    let recorded: LedgerEntry[];
    do recorded = ledger.awaited().filter(recordIfDue);
    while (recorded.length);
  }

  function recordIfDue(entry: LedgerEntry): boolean {
    const event = getScheduledEvent(entry, options.eventDelaysMs)!;
    if (Date.parse(event.at) > Date.now()) return false;
    const followUps = ledger.followUps(event.authorization);
    // The payer doesn't dispute what they have back, or what another chargeback is about.
    const left =
      event.kind === 'chargeback_opened'
        ? Math.min(
            event.amountMinor - getRefundedAmount(followUps),
            getAvailableAmount('refund', ledger.find(event.authorization), followUps),
          )
        : event.amountMinor;
    if (left <= 0) ledger.cancelScheduledEvent(event);
    else ledger.append({ ...event, amountMinor: left });
    return true;
  }

  return {
    capabilities: simulatorCapabilities,
    async authorize({ reference, amountMinor, currency, card, capture, savedCard, ...request }) {
      const testCard = findTestCard(card.pan.reveal());
      const { outcome = 'approved', behavior, silent, checks } = testCard ?? {};
      const requested = request.authentication;
      const common = { reference, amountMinor, currency, captured: capture, ...(checks && { checks }) };
      const authentication = authenticate({ card, testCard, requested, savedCard });
      if (authentication === 'challenge')
        return afterDelay(() => {
          const afterwards = testCard?.authentication?.decline ?? outcome;
          const { returnUrl } = requested!;
          return challenge({ ...common, kind: 'challenge', outcome: 'approved', afterwards, returnUrl });
        });
      const answer = await record(() => ({
        ...common,
        kind: 'authorize',
        ...(authentication === 'declined'
          ? { outcome: 'authentication_required' }
          : { outcome, behavior, ...(authentication && { authentication }) }),
        ...(savedCard && { networkTransactionId: toNetworkTransactionId(reference) }),
        ...(savedCard && testCard?.renewed && { newExpiry: renewedExpiry }),
      }));
      return silent ? { kind: 'unknown' } : answer;
    },
    simulateAuthentication: async (reference, result) => {
      const waiting = ledger.findEvent('challenge', reference);
      if (!waiting || ledger.find(reference)) return false;
      const { amountMinor, currency, captured, afterwards = 'approved', verifies } = waiting;
      const outcome = result === 'failed' ? 'authentication_failed' : afterwards;
      ledger.append({
        ...{ reference, amountMinor, currency, captured, outcome },
        kind: verifies ? 'verification' : 'authorize',
        authentication: { ...results[result], flow: 'challenge' },
        ...(verifies && { networkTransactionId: toNetworkTransactionId(reference) }),
        at: new Date().toISOString(),
      });
      return true;
    },
    // As an authorization that was declined, which a late one finds.
    reverse: ({ reference, amountMinor, currency, capture }) =>
      record(() => {
        // The payer didn't come back from their bank in time.
        const isAbandoned = ledger.findEvent('challenge', reference) !== undefined;
        return {
          reference,
          kind: 'authorize',
          amountMinor,
          currency,
          captured: capture,
          outcome: isAbandoned ? 'authentication_failed' : 'system_error',
          ...(isAbandoned
            ? { authentication: { ...results.failed, flow: 'challenge' } }
            : { isUnseen: true as const }),
        };
      }),
    verify: ({ reference, card, authentication: requested }) =>
      afterDelay(() => {
        const testCard = findTestCard(card.pan.reveal());
        const { outcome = 'approved', silent, verified } = testCard ?? {};
        if (silent) return { kind: 'unknown' };
        const decided = verified ? 'approved' : outcome;
        const authentication = authenticate({ card, testCard, requested });
        if (authentication === 'declined') return { kind: 'declined', code: 'authentication_required' };
        if (authentication === 'challenge')
          return challenge({
            ...{ reference, kind: 'challenge', verifies: true, amountMinor: 0, currency: noCurrency },
            ...{ outcome: 'approved', afterwards: testCard?.authentication?.decline ?? decided },
            returnUrl: requested!.returnUrl,
          });
        return decided === 'approved'
          ? {
              kind: 'approved',
              acquirerReference: toAcquirerReference({ reference }),
              networkTransactionId: toNetworkTransactionId(reference),
            }
          : { kind: 'declined', code: decided };
      }),
    async completeVerification({ reference }) {
      const found = find(reference);
      return found.kind === 'not_found' ? { kind: 'unknown' } : found;
    },
    capture: (request) => followUp('capture', request),
    void: (request) => followUp('void', request),
    refund: (request) => followUp('refund', request),
    lookup: async ({ reference }) => find(reference),
    submitEvidence: (request) => afterDelay(() => recordEvidence(ledger, request)),
    acceptDispute: (request) => afterDelay(() => recordAcceptance(ledger, request)),
    async readStatement(after, limit) {
      recordDueEvents();
      const { entries, next } = ledger.page(after, limit);
      return { entries: entries.map(toStatementEntry), next };
    },
    testConnection: async () => ({
      kind: 'connected',
      description: 'The built-in simulator answers. It never moves real money.',
    }),
    simulateIncident: async (authorization, incident) => simulateIncident(authorization, incident),
    simulateHistory: async (entries) => {
      ledger.append(...entries);
      return ledger.end;
    },
  };
}

export const simulatorCapabilities = { partialCapture: true, multipleCaptures: true, partialVoid: true };

/** ISO 4217's code for transactions without a currency. */
const noCurrency = 'XXX';

const toAcquirerReference = ({ reference }: { reference: string }) => `sim_${reference}`;

/** With the ECI of all card networks but Mastercard. Test cards with other results than `attempted` are Visa cards. */
const results: Record<AuthenticationResult['status'], Omit<AuthenticationResult, 'flow'>> = {
  attempted: { status: 'attempted', version: '2.2.0', eci: '06', liabilityShift: true },
  authenticated: { status: 'authenticated', version: '2.2.0', eci: '05', liabilityShift: true },
  failed: { status: 'failed', version: '2.2.0', eci: null, liabilityShift: false },
  unavailable: { status: 'unavailable', version: null, eci: '07', liabilityShift: false },
};

/** Fifteen digits, as with Visa. */
const toNetworkTransactionId = (reference: string) =>
  String(BigInt(`0x${createHash('sha256').update(reference).digest('hex')}`) % 10n ** 15n).padStart(15, '0');

/** The expiration date of a replacement card. */
const renewedExpiry = { month: 12, year: 2049 };

/**
 * What the card's bank does with 3-D Secure. Undefined: nothing, because it wasn't requested. A merchant-initiated payment
 * needs no authentication if the network transaction ID proves that the payer agreed.
 */
function authenticate({
  card,
  testCard,
  requested,
  savedCard,
}: {
  card: Card;
  testCard: TestCard | undefined;
  requested: AuthenticationRequest | undefined;
  savedCard?: SavedCardUse;
}): AuthenticationResult | 'challenge' | 'declined' | undefined {
  if (savedCard?.merchantReason && savedCard.networkTransactionId) return undefined;
  const flow = testCard?.authentication?.flow;
  // All banks of the test environment take part, but most don't require authentication.
  if (!flow) {
    if (requested?.requested !== 'always') return undefined;
    const isMastercard = findCardBrand(card.pan.reveal()) === 'mastercard';
    return { ...results.attempted, ...(isMastercard && { eci: '01' }), flow: null };
  }
  if (requested?.requested === 'never') return flow === 'challenge' ? 'declined' : undefined;
  if (flow === 'unavailable') return { ...results.unavailable, flow: null };
  if (flow === 'frictionless' && requested?.requested !== 'always')
    return { ...results.authenticated, flow: 'frictionless' };
  return requested?.returnUrl ? 'challenge' : 'declined';
}

/** The page of the simulated bank is next to the one that the payer returns to, and has its parameters. */
function actionOf({ reference, returnUrl }: LedgerEntry): Outcome {
  const url = new URL(`../simulated-bank?${new URLSearchParams({ reference })}`, returnUrl);
  for (const [name, value] of new URL(returnUrl!).searchParams) url.searchParams.append(name, value);
  return { kind: 'action_required', acquirerReference: toAcquirerReference({ reference }), url: url.href };
}

function outcomeOf(entry: LedgerEntry): Outcome {
  const { outcome, reference, kind, captured, behavior } = entry;
  const { authentication, networkTransactionId, newExpiry } = entry;
  const found = kind === 'authorize' ? getBankChecks(outcome, entry.checks) : undefined;
  const checks = found && { checks: found };
  if (outcome !== 'approved')
    return {
      kind: 'declined',
      code: outcome,
      ...(entry.isUnseen && { acquirerCode: neverReceivedCode }),
      ...(authentication && { authentication }),
      ...checks,
    };
  const settled = behavior === 'settled' && (kind !== 'authorize' || captured);
  return {
    kind: 'approved',
    acquirerReference: toAcquirerReference({ reference }),
    ...(settled && { settled }),
    ...(authentication && { authentication }),
    ...checks,
    ...(networkTransactionId && { networkTransactionId }),
    ...(newExpiry && { newExpiry }),
  };
}

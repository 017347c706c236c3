import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type {
  Acquirer,
  Card,
  AcquirerPayout,
  EventEffect,
  Inquiry,
  Outcome,
  PayoutEntry,
} from '~/acquirers/acquirer';
import type { BillingDetails } from '~/acquirers/billing-details';
import type { DeclineCode } from '~/acquirers/decline-codes';
import { merchantReasons, type SavedCardUse } from '~/acquirers/saved-card';
import { createId } from '~/platform/ids';
import { log } from '~/platform/observability/log';
import { Secret } from '~/platform/secrets/secret';

/** What the acquirer's own records say about a payment, in minor units. */
export type Balance = { held: number; captured: number; refunded: number };
export type PaymentReferences = { authorization: string; payment: string | null };
export type LostAnswer = {
  operation: 'authorize' | 'capture' | 'void' | 'refund';
  effect: 'before' | 'after';
};

/** A card number, or a card with the other details that a test card needs. */
export type ContractCard = string | { pan: string; code?: string; expiry?: Card['expiry']; name?: string };

/** An acquirer under test. Optional members are what a sandbox can’t do on demand. */
export type ContractWorld = {
  acquirer: Acquirer;
  /** The acquirer’s own test environment, which does less on demand. */
  isSandbox?: true;
  cards: {
    approved: ContractCard;
    /** Cards that are declined, by the reason. */
    declined: Partial<Record<DeclineCode, ContractCard>>;
    /** Its refunds succeed later. */
    pendingRefund?: ContractCard;
    /** Needs the payer’s authentication. */
    challenged?: ContractCard;
    /** Its bank authenticates the payer only on request. */
    challengedOnRequest?: ContractCard;
    /** Its bank has another address and postal code. */
    wrongAddress?: ContractCard;
  };
  readBalance(references: PaymentReferences): Promise<Balance>;
  /** Its answers and events contain the amount that it approved. */
  reportsAmounts?: true;
  /** The next request of this kind fails before or after its effect, and its answer is lost. */
  loseAnswer?(lost: LostAnswer): Promise<void> | void;
  /** Every request gets this answer until the returned function is called. */
  break?(
    how: 'server_error' | 'rate_limit' | 'unknown_status' | 'cut' | 'invalid_json' | 'foreign_json',
  ): () => void;
  /** Truncates the answers to requests of this kind after this many bytes. Null: no longer. */
  cutAnswers?(operation: LostAnswer['operation'], bytes: number | null): void;
  /** The same acquirer with a key that it has revoked. */
  openWithRevokedKey?(): Acquirer;
  /**
   * The payer confirms or fails at their bank.
   * @returns the query of the URL to which they return, if the acquirer needs it
   */
  completeChallenge?(
    references: PaymentReferences,
    result: 'confirmed' | 'failed',
  ): Promise<void> | void | Record<string, string>;
  /** Lets pending refunds succeed. */
  completeRefunds?(): Promise<void> | void;
  /** Lets this time pass for the acquirer. */
  passTime?(seconds: number): void;
  /** How long the acquirer keeps idempotency keys. A day, if it doesn't say. */
  idempotencyKeyHours?: number;
  /**
   * For an acquirer that reports results in webhooks and has no lookup: delivers the webhooks since the last call to
   * the adapter.
   * @param awaited our reference of a request whose result isn’t known yet
   * @returns what they mean, in their order
   */
  settle?(awaited: string | null): Promise<EventEffect[]>;
  /**
   * For an acquirer that reports its payouts: pays out everything that isn't paid out yet.
   * @returns the new payouts, as the adapter lists or announces them
   */
  makePayouts?(): Promise<AcquirerPayout[]>;
};

const { signal } = new AbortController();
const [amount, currency] = [10_000, 'USD'];

function buildCard(card: ContractCard): Card & { code: Secret } {
  const { pan, code = '361', expiry, name = 'Ada Example' } = typeof card === 'string' ? { pan: card } : card;
  return {
    pan: new Secret(pan),
    code: new Secret(code),
    expiry: expiry ?? { month: 12, year: 2040 },
    name,
  };
}

type Paid = PaymentReferences & { outcome: Outcome };
type InquiryOptions = {
  reference?: string;
  requestedAt?: Date;
  acquirerReference?: string | null;
  actionUrl?: string | undefined;
};

/** The scenarios that every acquirer must pass. */
export function testContract(name: string, open: () => Promise<ContractWorld>): void {
  describe(`the contract of acquirers: ${name}`, () => {
    let world: ContractWorld;
    let acquirer: Acquirer;
    beforeAll(async () => {
      world = await open();
      ({ acquirer } = world);
    });

    /** Errors must be logged without card data. */
    function collectLogs(): string[] {
      const lines: string[] = [];
      for (const level of ['error', 'warn'] as const) {
        const spy = vi.spyOn(log, level).mockImplementation((...args: unknown[]) => {
          lines.push(args.map((arg) => (arg instanceof Error ? arg.stack : JSON.stringify(arg))).join(' '));
        });
        onTestFinished(() => spy.mockRestore());
      }
      return lines;
    }

    const answer = (request: () => Promise<Outcome>): Promise<Outcome> =>
      request().catch(() => ({ kind: 'unknown' }) as const);

    const lookup = (inquiry: Inquiry) =>
      acquirer.lookup(inquiry, signal).catch(() => ({ kind: 'unknown' }) as const);

    /** The results of requests as our service records them, for an acquirer that can't be queried. */
    const records = new Map<string, Outcome>();
    let settling: Promise<void> = Promise.resolve();

    /** A known result must never change. */
    function record(reference: string, outcome: Outcome): void {
      if (outcome.kind !== 'approved' && outcome.kind !== 'declined') return;
      const known = records.get(reference);
      if (!known) return void records.set(reference, outcome);
      if (known.kind === 'approved' && outcome.kind === 'approved')
        expect(outcome.acquirerReference).toBe(known.acquirerReference);
      else expect({ reference, kind: outcome.kind }).toEqual({ reference, kind: known.kind });
    }

    /** The outcome with what the acquirer's webhooks report. */
    async function settled<T extends { kind: string }>(reference: string, outcome: T): Promise<T | Outcome> {
      if (!world.settle) return outcome;
      record(reference, outcome as unknown as Outcome);
      // Requests in parallel share the webhooks, so each one waits for the others.
      const { settle } = world;
      const isAwaited = outcome.kind === 'pending' || outcome.kind === 'unknown';
      settling = settling.then(async () => {
        for (const effect of await settle(isAwaited ? reference : null))
          if (effect.kind === 'result') record(effect.reference, effect.outcome);
      });
      await settling;
      return records.get(reference) ?? outcome;
    }

    /** A request whose answer was lost stays unknown here, whatever its webhooks report. */
    const afterAnswer = async (reference: string, outcome: Outcome): Promise<Outcome> =>
      outcome.kind === 'unknown' ? outcome : settled(reference, outcome);

    async function prepare(reference: string, capture: boolean, money = { amountMinor: amount, currency }) {
      if (!acquirer.prepare) return { payment: null };
      const prepared = await acquirer.prepare({ reference, ...money, capture }, signal);
      return prepared.kind === 'prepared' ? { payment: prepared.payment } : prepared;
    }

    type PaymentOptions = {
      pan?: ContractCard;
      capture?: boolean;
      money?: { amountMinor: number; currency: string };
      reference?: string;
      returnUrl?: string;
      requested?: 'always' | 'automatic';
      savedCard?: SavedCardUse;
      billing?: BillingDetails;
    };

    /** Authorizes as our service does, after preparing the payment if the acquirer requires it. */
    async function pay({
      pan = world.cards.approved,
      capture = false,
      money = { amountMinor: amount, currency },
      reference = createId('op'),
      returnUrl,
      requested = 'automatic',
      savedCard,
      billing,
    }: PaymentOptions = {}): Promise<Paid> {
      const prepared = await prepare(reference, capture, money);
      if ('kind' in prepared) return { authorization: reference, payment: null, outcome: prepared };
      const { payment } = prepared;
      const request = {
        reference,
        ...money,
        capture,
        card: buildCard(pan),
        ...(payment && { payment }),
        authentication: { requested, ...(returnUrl && { returnUrl }) },
        ...(savedCard && { savedCard }),
        ...(billing && { billing }),
      };
      const outcome = await afterAnswer(reference, await answer(() => acquirer.authorize(request, signal)));
      const reported = outcome.kind === 'approved' ? outcome.acquirerReference : null;
      return { authorization: reference, payment: payment ?? reported, outcome };
    }

    async function follow(
      kind: 'capture' | 'void' | 'refund',
      { authorization, payment }: PaymentReferences,
      amountMinor: number,
      {
        reference = createId('op'),
        held,
        reversal,
      }: { reference?: string; held?: number; reversal?: true } = {},
    ): Promise<Outcome> {
      const request = { reference, authorization, payment, amountMinor, currency };
      const outcome = await answer(async () =>
        kind === 'void'
          ? acquirer.void(
              { ...request, held: held ?? (await world.readBalance({ authorization, payment })).held },
              signal,
            )
          : acquirer[kind]({ ...request, ...(reversal && { reversal }) }, signal),
      );
      return afterAnswer(reference, outcome);
    }

    const inquire = (
      operation: Inquiry['operation'],
      { authorization, payment }: PaymentReferences,
      amountMinor: number,
      options: InquiryOptions = {},
    ) => {
      const { reference = authorization } = options;
      return ask(operation, { authorization, payment }, amountMinor, options).then((found) =>
        settled(reference, found),
      );
    };

    /** An inquiry that ignores the webhooks, which may have reported the result. */
    const ask = (
      operation: Inquiry['operation'],
      { authorization, payment }: PaymentReferences,
      amountMinor: number,
      {
        reference = authorization,
        requestedAt = new Date(),
        acquirerReference = null,
        actionUrl,
      }: InquiryOptions = {},
    ) =>
      lookup({
        ...{ operation, reference, authorization, payment, amountMinor, currency },
        ...{ acquirerReference, requestedAt, ...(actionUrl !== undefined && { actionUrl }) },
      });

    const balance = ({ authorization, payment }: PaymentReferences) =>
      world.readBalance({ authorization, payment });
    /** Only a lookup can say that nothing has arrived. */
    const getUnseenKind = () => (world.settle ? 'unknown' : 'not_found');
    const approved = expect.objectContaining({ kind: 'approved' }) as Outcome;
    const declined = expect.objectContaining({ kind: 'declined' }) as Outcome;

    test('an authorization holds the amount, and its outcome can be inquired about', async () => {
      const paid = await pay();
      expect(paid.outcome).toMatchObject({ kind: 'approved', acquirerReference: expect.any(String) });
      expect(await balance(paid)).toEqual({ held: amount, captured: 0, refunded: 0 });
      expect(await inquire('authorize', paid, amount)).toEqual(paid.outcome);
    });

    test('authcap captures the amount at once', async () => {
      const paid = await pay({ capture: true });
      expect(paid.outcome).toEqual(approved);
      expect(await balance(paid)).toEqual({ held: 0, captured: amount, refunded: 0 });
    });

    test('a decline says why, holds nothing, and stays the same', async () => {
      for (const [reason, pan] of Object.entries(world.cards.declined)) {
        const paid = await pay({ pan });
        expect(paid.outcome).toMatchObject({ kind: 'declined', code: reason });
        expect(await balance(paid)).toEqual({ held: 0, captured: 0, refunded: 0 });
        expect(await inquire('authorize', paid, amount)).toMatchObject({ kind: 'declined', code: reason });
        expect(await follow('capture', paid, amount)).toEqual(declined);
        expect(await balance(paid)).toEqual({ held: 0, captured: 0, refunded: 0 });
      }
    });

    test('the bank’s checks of the payer’s address and security code are reported', async ({ skip }) => {
      const { wrongAddress: pan } = world.cards;
      if (!pan) return skip();
      const billing = {
        ...{ addressLine1: '548 Market St', postalCode: '94016', city: 'San Francisco' },
        ...{ state: 'California', country: 'US', email: 'ada@example.com', phone: '+14155552671' },
      };
      const allPass = { address: 'pass', postalCode: 'pass', securityCode: 'pass' };
      const checked = await pay({ billing });
      expect(checked.outcome).toMatchObject({ kind: 'approved', checks: allPass });
      const wrong = await pay({ billing, pan });
      const checks = { ...allPass, address: 'fail', postalCode: 'fail' };
      expect(wrong.outcome).toMatchObject({ kind: 'approved', checks });
      expect(await inquire('authorize', wrong, amount)).toMatchObject({ checks });
      const part = await pay({ billing: { country: 'GB', postalCode: 'SW1A 1AA' } });
      expect(part.outcome).toMatchObject({ checks: { postalCode: 'pass', securityCode: 'pass' } });
    });

    test('amounts of currencies with other decimals arrive unchanged, or are declined', async () => {
      for (const money of [
        { amountMinor: 500, currency: 'JPY' },
        { amountMinor: 5_120, currency: 'KWD' },
        { amountMinor: 1_500, currency: 'ISK' },
        { amountMinor: 100_050, currency: 'HUF' },
      ]) {
        const paid = await pay({ money, capture: true });
        expect(paid.outcome).toEqual(approved);
        if (world.reportsAmounts) expect(paid.outcome).toMatchObject({ amount: money });
        expect(await balance(paid)).toEqual({ held: 0, captured: money.amountMinor, refunded: 0 });
      }
      const thousandths = await pay({ money: { amountMinor: 5_123, currency: 'KWD' } });
      if (thousandths.outcome.kind === 'approved')
        expect(await balance(thousandths)).toEqual({ held: 5_123, captured: 0, refunded: 0 });
      else expect(thousandths.outcome).toEqual(declined);
    });

    test('a partial capture leaves the rest on hold, or releases it', async () => {
      const paid = await pay();
      const first = await follow('capture', paid, 6_000);
      expect(first).toEqual(approved);
      if (acquirer.capabilities.multipleCaptures) {
        expect(first).not.toHaveProperty('released');
        expect(await balance(paid)).toEqual({ held: 4_000, captured: 6_000, refunded: 0 });
        expect(await follow('capture', paid, 4_001)).toEqual(declined);
        expect(await follow('capture', paid, 1_000)).toEqual(approved);
        expect(await balance(paid)).toEqual({ held: 3_000, captured: 7_000, refunded: 0 });
      } else {
        expect(first).toHaveProperty('released', true);
        expect(await balance(paid)).toEqual({ held: 0, captured: 6_000, refunded: 0 });
        expect(await follow('capture', paid, 1_000)).toEqual(declined);
        expect(await balance(paid)).toEqual({ held: 0, captured: 6_000, refunded: 0 });
      }
    });

    test('no more than the authorized amount is captured', async () => {
      const paid = await pay();
      expect(await follow('capture', paid, amount + 1)).toEqual(declined);
      expect(await balance(paid)).toEqual({ held: amount, captured: 0, refunded: 0 });
      expect(await follow('capture', paid, amount)).toEqual(approved);
      expect(await follow('capture', paid, 1)).toEqual(declined);
      expect(await balance(paid)).toEqual({ held: 0, captured: amount, refunded: 0 });
    });

    test('a void releases the hold, which can’t be captured anymore', async () => {
      const paid = await pay();
      expect(await follow('void', paid, amount)).toEqual(approved);
      expect(await balance(paid)).toEqual({ held: 0, captured: 0, refunded: 0 });
      expect(await follow('capture', paid, amount)).toEqual(declined);
      expect(await balance(paid)).toEqual({ held: 0, captured: 0, refunded: 0 });
    });

    test('a partial void releases its part, or is declined', async () => {
      const paid = await pay();
      const outcome = await follow('void', paid, 4_000);
      expect(outcome).toEqual(acquirer.capabilities.partialVoid ? approved : declined);
      const held = acquirer.capabilities.partialVoid ? 6_000 : amount;
      expect(await balance(paid)).toEqual({ held, captured: 0, refunded: 0 });
    });

    test('a void after a partial capture releases the rest', async () => {
      const paid = await pay();
      const captured = await follow('capture', paid, 6_000);
      // An acquirer that has released the rest already may say so, or that there is nothing to void.
      const isReleased = captured.kind === 'approved' && captured.released;
      expect(await follow('void', paid, 4_000)).toEqual(world.settle && isReleased ? declined : approved);
      expect(await balance(paid)).toEqual({ held: 0, captured: 6_000, refunded: 0 });
    });

    test('refunds return no more than the captured amount', async () => {
      const paid = await pay({ capture: true });
      expect(await follow('refund', paid, 4_000)).toEqual(approved);
      expect(await follow('refund', paid, 6_001)).toEqual(declined);
      expect(await follow('refund', paid, 6_000)).toEqual(approved);
      expect(await follow('refund', paid, 1)).toEqual(declined);
      expect(await balance(paid)).toEqual({ held: 0, captured: amount, refunded: amount });
    });

    test('a reversal returns a whole payment once', async () => {
      const paid = await pay({ capture: true });
      const reference = createId('op');
      for (let repeated = 0; repeated < 2; repeated++)
        expect(await follow('refund', paid, amount, { reference, reversal: true })).toEqual(approved);
      expect(await follow('refund', paid, 1)).toEqual(declined);
      expect(await balance(paid)).toEqual({ held: 0, captured: amount, refunded: amount });
    });

    test('a hold can’t be refunded', async () => {
      const paid = await pay();
      expect(await follow('refund', paid, 1_000)).toEqual(declined);
      expect(await balance(paid)).toEqual({ held: amount, captured: 0, refunded: 0 });
    });

    test('every request takes effect once, however often and at once it is sent', async () => {
      const authorization = createId('op');
      const paid = await pay({ reference: authorization });
      expect((await pay({ reference: authorization })).outcome).toEqual(paid.outcome);
      expect(await balance(paid)).toEqual({ held: amount, captured: 0, refunded: 0 });
      for (const [kind, amountMinor, after] of [
        ['capture', amount, { held: 0, captured: amount, refunded: 0 }],
        ['refund', 4_000, { held: 0, captured: amount, refunded: 4_000 }],
      ] as const) {
        collectLogs();
        const reference = createId('op');
        const twins = Array.from({ length: 5 }, () => follow(kind, paid, amountMinor, { reference }));
        // A twin may be turned away while the first is in progress, but nothing else.
        for (const twin of await Promise.all(twins)) expect(['approved', 'unknown']).toContain(twin.kind);
        expect(await follow(kind, paid, amountMinor, { reference })).toEqual(approved);
        expect(await inquire(kind, paid, amountMinor, { reference })).toEqual(approved);
        expect(await balance(paid)).toEqual(after);
      }
    });

    test('an authorization that never arrived is reversed, and a late one is declined', async () => {
      const reference = createId('op');
      const prepared = await prepare(reference, false);
      if ('kind' in prepared) throw new Error('not prepared');
      const paid = { authorization: reference, payment: prepared.payment };
      expect(await inquire('authorize', paid, amount)).toEqual({ kind: getUnseenKind() });
      const request = {
        reference,
        amountMinor: amount,
        currency,
        capture: false,
        ...(prepared.payment && { payment: prepared.payment }),
      };
      for (let repeated = 0; repeated < 2; repeated++)
        expect(await settled(reference, await acquirer.reverse(request, signal))).toEqual(declined);
      collectLogs();
      const late = await acquirer.authorize({ ...request, card: buildCard(world.cards.approved) }, signal);
      // Without a lookup, the acquirer may only refuse the key.
      expect(late).toEqual(world.settle && late.kind === 'unknown' ? { kind: 'unknown' } : declined);
      expect(await inquire('authorize', paid, amount)).toEqual(declined);
      expect(await balance(paid)).toEqual({ held: 0, captured: 0, refunded: 0 });
    });

    test('an authorization that arrived isn’t reversed', async () => {
      const paid = await pay();
      const { authorization: reference, payment } = paid;
      const request = { reference, amountMinor: amount, currency, capture: false };
      const reversed = await acquirer.reverse(
        acquirer.prepare ? { ...request, payment: payment! } : request,
        signal,
      );
      expect(await settled(reference, reversed)).toEqual(paid.outcome);
      expect(await balance(paid)).toEqual({ held: amount, captured: 0, refunded: 0 });
    });

    test('a card is verified without money', async () => {
      const verify = (pan: ContractCard) =>
        acquirer.verify({ reference: createId('req'), card: buildCard(pan) }, signal);
      expect(await verify(world.cards.approved)).toEqual(approved);
      const [reason, pan] = Object.entries(world.cards.declined)[0]!;
      expect(await verify(pan)).toMatchObject({ kind: 'declined', code: reason });
    });

    test('the first payment’s network transaction ID is sent with those that the merchant starts', async () => {
      const verified = await acquirer.verify(
        { reference: createId('req'), card: buildCard(world.cards.approved), merchantReason: 'recurring' },
        signal,
      );
      expect(verified).toEqual(approved);
      const first = await pay({ savedCard: {} });
      expect(first.outcome).toMatchObject({ kind: 'approved', networkTransactionId: expect.any(String) });
      const { networkTransactionId } = first.outcome as Extract<Outcome, { kind: 'approved' }>;
      for (const merchantReason of merchantReasons)
        for (const savedCard of [
          { merchantReason, networkTransactionId: networkTransactionId! },
          { merchantReason },
        ])
          expect((await pay({ savedCard })).outcome).toEqual(approved);
      // A date that the bank hasn't changed isn't news.
      expect(first.outcome).not.toHaveProperty('newExpiry');
    });

    test('a merchant’s payment with a saved card never waits for the payer', async ({ skip }) => {
      const pan = world.cards.challenged;
      if (!pan) return skip();
      const paid = await pay({ pan, savedCard: { merchantReason: 'unscheduled' } });
      expect(['approved', 'declined']).toContain(paid.outcome.kind);
      // A payer who is there does.
      const { outcome } = await pay({ pan, savedCard: {}, returnUrl: 'https://pay.example/return' });
      expect(outcome.kind).toBe('action_required');
    });

    test('a payment that needs the payer’s authentication is declined without it', async ({ skip }) => {
      const pan = world.cards.challenged;
      if (!pan) return skip();
      const paid = await pay({ pan });
      expect(paid.outcome).toMatchObject({ kind: 'declined', code: 'authentication_required' });
      expect(await balance(paid)).toEqual({ held: 0, captured: 0, refunded: 0 });
      expect(await inquire('authorize', paid, amount)).toEqual(paid.outcome);
    });

    const returnUrl = 'https://pay.example/test/checkout/authentication/return?transaction_id=trx_1';
    const nothing = { held: 0, captured: 0, refunded: 0 };

    /** What our service knows about a payment whose payer hasn't come back. */
    const waitingFor = ({ outcome }: Paid) => ({
      actionUrl: outcome.kind === 'action_required' ? outcome.url : undefined,
    });

    /** The payer comes back, and our service passes on their query unless it knows the result by then. */
    async function completeChallenge(paid: Paid, result: 'confirmed' | 'failed'): Promise<void> {
      const returned = await world.completeChallenge!(paid, result);
      const { authorization: reference, payment } = paid;
      if (!returned || !acquirer.completeAuthentication || records.has(reference)) return;
      const { actionUrl } = waitingFor(paid);
      const inquiry = {
        ...{
          operation: 'authorize' as const,
          reference,
          authorization: reference,
          payment,
          result: returned,
        },
        ...{ amountMinor: amount, currency, acquirerReference: null, requestedAt: new Date() },
        ...(actionUrl !== undefined && { actionUrl }),
      };
      const complete = () => acquirer.completeAuthentication!(inquiry, signal);
      const outcome = await complete();
      record(reference, outcome);
      // A payer who reloads the page returns twice.
      expect(await complete()).toEqual(outcome);
    }

    test.for([
      ['confirmed', 'approved', { held: amount, captured: 0, refunded: 0 }],
      ['failed', 'declined', nothing],
    ] as const)(
      'a payment that the payer %s at their bank is %s',
      async ([result, kind, after], { skip }) => {
        const { challenged } = world.cards;
        if (!challenged || !world.completeChallenge) return skip();
        const paid = await pay({ pan: challenged, returnUrl });
        expect(paid.outcome).toMatchObject({
          kind: 'action_required',
          url: expect.stringMatching(/^https?:/),
        });
        expect(await balance(paid)).toEqual(nothing);
        const waiting = waitingFor(paid);
        expect(await inquire('authorize', paid, amount, waiting)).toEqual(paid.outcome);
        await completeChallenge(paid, result);
        const outcome = await inquire('authorize', paid, amount, waiting);
        expect(outcome).toMatchObject({
          kind,
          ...(kind === 'approved'
            ? { authentication: { status: 'authenticated', flow: 'challenge', liabilityShift: true } }
            : { code: 'authentication_failed' }),
        });
        expect(await balance(paid)).toEqual(after);
        expect((await pay({ pan: challenged, returnUrl, reference: paid.authorization })).outcome).toEqual(
          outcome,
        );
        expect(await balance(paid)).toEqual(after);
      },
    );

    test.for([
      ['confirmed', 'approved'],
      ['failed', 'declined'],
    ] as const)('a card that the payer %s at their bank is %s', async ([result, kind], { skip }) => {
      const pan = world.cards.challenged;
      if (!pan || !world.completeChallenge) return skip();
      const reference = createId('req');
      const request = { reference, card: buildCard(pan), merchantReason: 'recurring' as const };
      const authentication = { requested: 'automatic' as const, returnUrl };
      const verified = await acquirer.verify({ ...request, authentication }, signal);
      if (verified.kind !== 'action_required') throw new Error(`not action_required, but ${verified.kind}`);
      const { acquirerReference, url } = verified;
      const complete = (query: Record<string, string>) =>
        acquirer.completeVerification({ reference, acquirerReference, url, result: query }, signal);
      expect(await complete({})).toEqual(verified);
      const references = { authorization: reference, payment: acquirerReference };
      const returned = (await world.completeChallenge(references, result)) ?? {};
      const outcome = await complete(returned);
      expect(outcome).toMatchObject({ kind, ...(kind === 'declined' && { code: 'authentication_failed' }) });
      // A payer who reloads the page returns twice.
      expect(await complete(returned)).toEqual(outcome);
      expect(await balance(references)).toEqual(nothing);
    });

    test('on request, payers are authenticated although their bank doesn’t require it', async ({ skip }) => {
      const pan = world.cards.challengedOnRequest;
      if (!pan) return skip();
      const verify = (requested: 'always' | 'automatic') =>
        acquirer.verify(
          { reference: createId('req'), card: buildCard(pan), authentication: { requested, returnUrl } },
          signal,
        );
      expect((await verify('always')).kind).toBe('action_required');
      expect((await verify('automatic')).kind).toBe('approved');
      expect((await pay({ pan, returnUrl, requested: 'always' })).outcome.kind).toBe('action_required');
      expect((await pay({ pan, returnUrl })).outcome.kind).toBe('approved');
    });

    test('a card that needs the payer’s authentication is declined without it', async ({ skip }) => {
      const pan = world.cards.challenged;
      if (!pan) return skip();
      const request = { reference: createId('req'), card: buildCard(pan) };
      const verified = await acquirer.verify(
        { ...request, authentication: { requested: 'automatic' } },
        signal,
      );
      expect(verified).toMatchObject({ kind: 'declined', code: 'authentication_required' });
    });

    test('a payment whose payer never comes back is reversed, and can’t be confirmed anymore', async ({
      skip,
    }) => {
      const { challenged } = world.cards;
      if (!challenged || !world.completeChallenge) return skip();
      const paid = await pay({ pan: challenged, returnUrl });
      const { authorization: reference, payment } = paid;
      const request = { reference, amountMinor: amount, currency, capture: false, abandoned: true } as const;
      const reversed = await acquirer.reverse(
        acquirer.prepare ? { ...request, payment: payment! } : request,
        signal,
      );
      expect(await settled(reference, reversed)).toEqual(declined);
      // An acquirer may refuse it.
      await completeChallenge(paid, 'confirmed').catch(() => {});
      expect(await inquire('authorize', paid, amount)).toEqual(declined);
      expect(await balance(paid)).toEqual(nothing);
    });

    test('a refund that takes longer is pending until it succeeds', async ({ skip }) => {
      const pan = world.cards.pendingRefund;
      if (!pan || !world.completeRefunds) return skip();
      const paid = await pay({ pan, capture: true });
      const reference = createId('op');
      const outcome = await follow('refund', paid, 4_000, { reference });
      if (outcome.kind !== 'pending') throw new Error(`not pending, but ${outcome.kind}`);
      const known = { reference, acquirerReference: outcome.acquirerReference };
      expect(await inquire('refund', paid, 4_000, known)).toEqual(outcome);
      expect(await inquire('refund', paid, 4_000, { reference })).toEqual(outcome);
      await world.completeRefunds();
      expect(await inquire('refund', paid, 4_000, known)).toEqual(approved);
      expect(await balance(paid)).toEqual({ held: 0, captured: amount, refunded: 4_000 });
    });

    const operations = ['authorize', 'capture', 'void', 'refund'] as const;
    const effects = ['before', 'after'] as const;

    test.for(operations.flatMap((operation) => effects.map((effect) => ({ operation, effect }))))(
      'a lost answer is found out, and money moves once: $operation, $effect its effect',
      async (lost, { skip }) => {
        if (!world.loseAnswer) return skip();
        collectLogs();
        const { operation } = lost;
        const after = {
          authorize: { held: amount, captured: 0, refunded: 0 },
          capture: { held: 0, captured: amount, refunded: 0 },
          void: { held: 0, captured: 0, refunded: 0 },
          refund: { held: 0, captured: amount, refunded: 4_000 },
        }[operation];
        const reference = createId('op');
        const own = operation === 'authorize';
        const existing = own ? null : await pay({ capture: operation === 'refund' });
        const amountMinor = operation === 'refund' ? 4_000 : amount;
        await world.loseAnswer(lost);
        const request = (): Promise<{ paid: PaymentReferences; outcome: Outcome }> =>
          existing
            ? follow(operation as 'capture', existing, amountMinor, { reference }).then((outcome) => ({
                paid: existing,
                outcome,
              }))
            : pay({ reference }).then(({ outcome, ...paid }) => ({ paid, outcome }));
        const first = await request();
        expect(first.outcome).toEqual({ kind: 'unknown' });
        let found: { kind: string } = await inquire(operation, first.paid, amountMinor, { reference });
        // Without a lookup, an inquiry about a follow-up repeats it with its idempotency key.
        if (lost.effect === 'before' && (own || !world.settle))
          expect(found).toEqual({ kind: getUnseenKind() });
        let { paid } = first;
        if (found.kind === getUnseenKind()) {
          const again = await request();
          found = again.outcome;
          paid = again.paid;
        }
        expect(found).toEqual(approved);
        expect(await balance(paid)).toEqual(after);
        expect(await inquire(operation, paid, amountMinor, { reference })).toEqual(approved);
      },
    );

    test('an answer that is cut off at any byte says nothing, and the request takes effect once', async ({
      skip,
    }) => {
      if (!world.cutAnswers) return skip();
      collectLogs();
      const paid = await pay();
      const { authorization, payment } = paid;
      const request = { reference: createId('op'), authorization, payment, amountMinor: 6_000, currency };
      for (const kind of ['capture', 'refund'] as const) {
        const repeated = { ...request, reference: createId('op') };
        if (kind === 'refund') await world.completeRefunds?.();
        let bytes = 0;
        for (let outcome: Outcome = { kind: 'unknown' }; outcome.kind === 'unknown'; bytes++) {
          world.cutAnswers(kind, bytes);
          outcome = await answer(() => acquirer[kind](repeated, signal));
          expect(['unknown', 'approved', 'pending']).toContain(outcome.kind);
        }
        world.cutAnswers(kind, null);
        // Only the whole answer is one.
        expect(bytes).toBeGreaterThan(80);
        await settled(repeated.reference, { kind: 'pending' });
      }
      expect(await balance(paid)).toMatchObject({ captured: 6_000, refunded: 6_000 });
    }, 120_000);

    test('a revoked key moves no money, and a request is repeated with the next key', async ({ skip }) => {
      if (!world.openWithRevokedKey) return skip();
      const lines = collectLogs();
      const revoked = world.openWithRevokedKey();
      const reference = createId('op');
      const money = { amountMinor: amount, currency };
      const prepared = revoked.prepare
        ? await answer(
            () => revoked.prepare!({ reference, ...money, capture: false }, signal) as Promise<Outcome>,
          )
        : await answer(() =>
            revoked.authorize(
              { reference, ...money, capture: false, card: buildCard(world.cards.approved) },
              signal,
            ),
          );
      expect(prepared).toMatchObject({ kind: 'declined', code: 'system_error' });
      const paid = await pay();
      const { authorization, payment } = paid;
      const capture = { reference: createId('op'), authorization, payment, ...money };
      expect(await answer(() => revoked.capture(capture, signal))).toEqual({ kind: 'unknown' });
      expect(await balance(paid)).toEqual({ held: amount, captured: 0, refunded: 0 });
      expect(await settled(capture.reference, await acquirer.capture(capture, signal))).toEqual(approved);
      expect(await balance(paid)).toEqual({ held: 0, captured: amount, refunded: 0 });
      expect(lines.join()).not.toContain('revoked');
    });

    test('an answer that can’t be understood is never a decline, and no card data is logged', async ({
      skip,
    }) => {
      if (!world.break) return skip();
      const logs = collectLogs();
      const pan = world.cards.approved;
      for (const how of [
        'server_error',
        'rate_limit',
        'unknown_status',
        'cut',
        'invalid_json',
        'foreign_json',
      ] as const) {
        const [authorized, captured] = [await pay(), await pay({ capture: true })];
        const reference = createId('op');
        const prepared = await prepare(reference, false);
        const restore = world.break(how);
        try {
          if ('payment' in prepared) {
            const request = {
              reference,
              amountMinor: amount,
              currency,
              capture: false,
              card: buildCard(pan),
            };
            const { payment } = prepared;
            const outcome = await answer(() =>
              acquirer.authorize({ ...request, ...(payment && { payment }) }, signal),
            );
            expect({ how, kind: outcome.kind }).toEqual({ how, kind: 'unknown' });
          }
          for (const [kind, of] of [
            ['capture', authorized],
            ['void', authorized],
            ['refund', captured],
          ] as const) {
            const outcome = await follow(kind, of, 100, { held: 100 });
            expect({ how, kind, outcome: outcome.kind }).toEqual({ how, kind, outcome: 'unknown' });
          }
          const inquiry = await ask('authorize', authorized, amount);
          expect({ how, kind: inquiry.kind }).toEqual({ how, kind: 'unknown' });
        } finally {
          restore();
        }
      }
      const digits = buildCard(pan).pan.reveal();
      expect(logs.join('\n')).not.toContain(digits);
      expect(logs.join('\n')).not.toContain(digits.slice(0, 12));
      expect(logs.join('\n')).not.toMatch(/(?<!\w)361(?!\w)/);
    });

    async function listEntries({ id }: AcquirerPayout): Promise<PayoutEntry[]> {
      const entries: PayoutEntry[] = [];
      for await (const page of acquirer.listPayoutEntries!(id, signal)) entries.push(...page);
      return entries;
    }

    test('a payout contains each capture and refund once, and its entries add up to its amount', async ({
      skip,
    }) => {
      if (!world.isSandbox)
        expect(world.makePayouts !== undefined).toBe(acquirer.listPayoutEntries !== undefined);
      if (!world.makePayouts) return skip();
      const whole = await pay({ capture: true });
      const part = await pay();
      await follow('capture', part, 6_000);
      const yen = await pay({ capture: true, money: { amountMinor: 500, currency: 'JPY' } });
      const reference = createId('op');
      await follow('refund', whole, 4_000, { reference });
      const payouts = await world.makePayouts();
      expect(payouts.length).toBeGreaterThan(0);
      const found: (PayoutEntry & { paidIn: string })[] = [];
      for (const payout of payouts) {
        expect(payout).toMatchObject({ entries: 'complete', failureReason: null });
        expect(['pending', 'paid']).toContain(payout.status);
        const entries = await listEntries(payout);
        expect(entries.reduce((sum, { netMinor }) => sum + netMinor, 0)).toBe(payout.amountMinor);
        expect(await listEntries(payout)).toEqual(entries);
        found.push(...entries.map((entry) => ({ ...entry, paidIn: payout.currency })));
      }
      expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
      const captures = ({ authorization }: PaymentReferences) =>
        found.filter((entry) => entry.kind === 'capture' && entry.authorization === authorization);
      const refunds = found.filter((entry) => entry.kind === 'refund' && entry.reference === reference);
      for (const [entries, gross] of [
        [captures(whole), { amountMinor: amount, currency }],
        [captures(part), { amountMinor: 6_000, currency }],
        [captures(yen), { amountMinor: 500, currency: 'JPY' }],
        [refunds, { amountMinor: -4_000, currency }],
      ] as const) {
        expect(entries).toMatchObject([{ gross, exchangeRate: null, paidIn: gross.currency }]);
        expect(entries[0]!.netMinor).toBe(gross.amountMinor - entries[0]!.feeMinor);
      }
      // The next payouts have other entries.
      await pay({ capture: true });
      const known = new Set(found.map(({ id }) => id));
      for (const later of await world.makePayouts()) {
        expect(payouts.map(({ id }) => id)).not.toContain(later.id);
        for (const { id } of await listEntries(later)) expect(known).not.toContain(id);
      }
    });

    test('a request is never sent again after its idempotency key has ended', async ({ skip }) => {
      if (!world.passTime || !world.loseAnswer) return skip();
      collectLogs();
      const paid = await pay();
      const reference = createId('op');
      await world.loseAnswer({ operation: 'capture', effect: 'before' });
      await follow('capture', paid, amount, { reference });
      const seconds = ((world.idempotencyKeyHours ?? 24) + 1) * 60 * 60;
      world.passTime(seconds);
      const requestedAt = new Date(Date.now() - seconds * 1000);
      // Without a lookup, nobody can say that it never arrived.
      expect(await inquire('capture', paid, amount, { reference, requestedAt })).toEqual(
        world.settle ? { kind: 'unknown' } : declined,
      );
      expect(await balance(paid)).toEqual({ held: amount, captured: 0, refunded: 0 });
    });
  });
}

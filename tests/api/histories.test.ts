import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StatementEntry } from '~/acquirers/acquirer';
import { prisma } from '~/platform/db.server';
import { createId } from '~/platform/ids';
import { expireHolds } from '~/payments/expiry';
import { answerGenuinely, answerOnce, loseAnswerOnce, refused, unknown } from '../world/acquirer';
import { buildApiClient, type ApiClient, type ApiResponse } from '../world/api-client';
import { booksOfPayment } from '../world/books';
import { lapse, resolve, settle } from '../world/clock';
import * as model from '../world/payment-model';
import { cards, paymentBody, readStatementsWith } from '../world/payments';

// A history is a payment and what a merchant, its acquirer, the payer's bank and time do to it, at random. After each step the API has to
// answer as the model does, and at the end the books have to hold what the model holds.

/** HISTORY_RUNS=100000 for a long night; HISTORY_SEED and HISTORY_PATH are in the message of one that failed. */
const { HISTORY_RUNS = '2000', HISTORY_SEED, HISTORY_PATH } = process.env;
const maximumSteps = 10;

const amount = fc.integer({ min: 1, max: 12 });
const ending = fc.oneof(
  { weight: 7, arbitrary: fc.constant('answered' as const) },
  { weight: 3, arbitrary: fc.constantFrom('refused' as const, 'silent' as const, 'lost' as const) },
);
const authorization = (card: string, approved: boolean, ending: model.Ending) => ({ card, approved, ending });
const start = fc.record({
  immediate: fc.boolean(),
  order: amount,
  authorization: fc.oneof(
    { weight: 6, arbitrary: fc.constant(authorization(cards.approved, true, 'answered')) },
    { weight: 1, arbitrary: fc.constant(authorization(cards.declined, false, 'answered')) },
    { weight: 2, arbitrary: fc.constant(authorization(cards.unknownThenApproved, true, 'silent')) },
    { weight: 1, arbitrary: fc.constant(authorization(cards.unknownThenDeclined, false, 'silent')) },
    { weight: 1, arbitrary: fc.constant(authorization(cards.approved, true, 'lost')) },
    { weight: 1, arbitrary: fc.constant(authorization(cards.declined, false, 'lost')) },
  ),
});
const step = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constantFrom('capture' as const, 'void' as const, 'refund' as const),
      amount: fc.option(amount, { nil: undefined }),
      ending,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('repeat' as const, 'contradict' as const),
      which: fc.nat(maximumSteps),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('lapse' as const, 'expire' as const, 'settle' as const, 'resolve' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('dispute' as const, 'won' as const, 'lost' as const),
      disputed: amount,
    }),
  },
);
type Start = typeof start extends fc.Arbitrary<infer T> ? T : never;
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const unanswered = { status: 503, code: 'outcome_unknown' };
/** An authorization the acquirer has never seen is declined when it has said so this often. */
const closedAfterDenials = 3;

/** A request that took its external_id. `text`: the bytes of its reply, once there was one. */
type Sent = {
  path: string;
  body: { external_id: string };
  other: object;
  id: string;
  asked?: model.Asked;
  text?: string;
};

class History {
  readonly #client: ApiClient;
  readonly #sent: Sent[] = [];
  readonly #tried: string[] = [];
  readonly #disputes: Pick<StatementEntry, 'reference' | 'authorization' | 'amountMinor' | 'currency'>[] = [];
  #denials = closedAfterDenials;
  payment!: model.Payment;
  id!: string;

  constructor(client: ApiClient) {
    this.#client = client;
  }

  async begin({ immediate, order, authorization: { card, approved, ending } }: Start): Promise<void> {
    const body = paymentBody({ operation: immediate ? 'authcap' : 'authorize', amount: order, pan: card });
    this.#tried.push(body.external_id);
    this.payment = model.pay({ immediate, order, approved }, ending);
    if (ending === 'lost') answerOnce('authorize', unknown);
    const reply = await this.#client.post('/transactions', body);
    this.id = reply.json.id ?? reply.json.transaction_id;
    expect(reply.json).toMatchObject(this.payment.known ? model.viewOf(this.payment) : unanswered);
    const other = { ...body, order: { ...body.order, order_amount: order + 1 } };
    this.#sent.push({
      path: '/transactions',
      body,
      other,
      id: this.id,
      text: this.payment.known ? reply.text : undefined,
    });
    this.#denials = ending === 'lost' ? 0 : closedAfterDenials;
  }

  async take(step: Step): Promise<void> {
    if ('ending' in step) return this.#ask(step.do, step.amount, step.ending);
    if ('disputed' in step)
      await (step.do === 'dispute' ? this.#dispute(step.disputed) : this.#decide(step.do));
    if ('which' in step) return this.#again(step.do, this.#sent[step.which % this.#sent.length]!);
    if (step.do === 'lapse' && this.payment.authorized) {
      await lapse(this.id);
      this.payment.lapsed = true;
    }
    if (step.do === 'expire') {
      await expireHolds();
      model.expire(this.payment);
    }
    if (step.do === 'settle') {
      await settle(...this.#ids());
      model.settle(this.payment);
    }
    if (step.do === 'resolve') await this.#resolve();
    expect((await this.#client.get(`/transactions/${this.id}`)).json).toMatchObject(
      model.viewOf(this.payment),
    );
  }

  /** Everything becomes known, then the books are compared and every request is sent again. */
  async end(): Promise<void> {
    await this.#resolve();
    if (!this.payment.known) await this.#repeat(this.#sent[0]!);
    const { payment } = this;
    expect((await this.#client.get(`/transactions/${this.id}`)).json).toMatchObject(model.viewOf(payment));
    const { row, trail, events, keys } = await booksOfPayment(this.id, this.#tried);
    expect(row).toMatchObject({
      amount_expired: payment.expired,
      hold_reserved: 0,
      refund_reserved: 0,
      chargeback_open: model.disputed(payment),
      amount_charged_back: payment.chargedBack,
      settled_at: payment.settled ? expect.any(Date) : null,
    });
    expect(trail).toEqual([...payment.trail].sort());
    expect(events).toEqual([...payment.events].sort());
    expect(keys).toEqual(this.#sent.map(({ body }) => body.external_id).sort());
    for (const sent of this.#sent) await this.#repeat(sent);
    expect((await booksOfPayment(this.id, this.#tried)).row).toEqual(row);
  }

  #ids(): string[] {
    return [...new Set(this.#sent.map(({ id }) => id))];
  }

  async #ask(kind: model.Kind, amount: number | undefined, ending: model.Ending): Promise<void> {
    if (kind === 'refund') amount ??= 1;
    const path = kind === 'refund' ? '/refunds' : `/transactions/${this.id}`;
    const body = {
      external_id: createId('req'),
      amount,
      ...(kind === 'refund' ? { trx_id: this.id } : { operation: kind }),
    };
    this.#tried.push(body.external_id);
    const { answer, asked } = model.ask(this.payment, kind, amount, ending);
    if (ending === 'silent') loseAnswerOnce(kind);
    else if (ending !== 'answered') answerOnce(kind, ending === 'refused' ? refused : unknown);
    const reply = await this.#client.post(path, body);
    if (ending !== 'answered') answerGenuinely(kind);
    expect(reply.json).toMatchObject(answer);
    if (asked)
      this.#sent.push({
        path,
        body,
        other: { ...body, reason: 'another' },
        id: reply.json.id ?? reply.json.transaction_id,
        asked,
        text: asked.waiting ? undefined : reply.text,
      });
  }

  async #dispute(amountMinor: number): Promise<void> {
    if (!model.dispute(this.payment, amountMinor)) return;
    const { authorizationId: authorization } = await prisma.transaction.findUniqueOrThrow({
      where: { id: this.id },
    });
    const entry = { reference: `cb_${createId('req')}`, authorization, amountMinor, currency: 'USD' };
    this.#disputes.push(entry);
    await readStatementsWith([
      { ...entry, kind: 'chargeback_opened', reason: 'fraudulent', dueBy: '2030-01-31T00:00:00.000Z' },
    ]);
  }

  async #decide(end: 'won' | 'lost'): Promise<void> {
    const entry = this.#disputes.shift();
    if (!entry) return;
    await readStatementsWith([{ ...entry, kind: `chargeback_${end}` }]);
    model.decide(this.payment, end);
  }

  async #again(how: 'repeat' | 'contradict', sent: Sent): Promise<void> {
    if (how === 'repeat') return this.#repeat(sent);
    const { status, json } = await this.#client.post(sent.path, sent.other);
    expect({ status, ...json }).toMatchObject({
      status: 409,
      code: 'external_id_conflict',
      transaction_id: sent.id,
      differing_fields: [sent.path === '/transactions' ? 'order.order_amount' : 'reason'],
    });
  }

  async #repeat(sent: Sent): Promise<void> {
    const reply = await this.#client.post(sent.path, sent.body);
    if (sent.asked?.waiting) this.#learn(sent);
    else if (!sent.asked && !this.payment.known) model.learn(this.payment);
    expect(replayOf(reply)).toEqual({
      status: 200,
      replayed: 'true',
      text: sent.text ?? reply.text,
      id: sent.id,
    });
    sent.text ??= reply.text;
  }

  #learn({ asked }: Sent): void {
    model.carryOut(this.payment, asked!);
  }

  async #resolve(): Promise<void> {
    await resolve(...this.#ids());
    if (this.#denials < closedAfterDenials && ++this.#denials === closedAfterDenials)
      this.payment.approved &&= this.payment.known;
    if (this.#denials === closedAfterDenials && !this.payment.known) model.learn(this.payment);
    for (const sent of this.#sent) if (sent.asked?.waiting) this.#learn(sent);
  }
}

function replayOf({ status, headers, text, json }: ApiResponse) {
  return { status, replayed: headers.get('idempotent-replayed'), text, id: json.id };
}

test('whatever happens to a payment, API, model and books agree', { timeout: 24 * 3_600_000 }, async () => {
  const client = await buildApiClient();
  await fc.assert(
    fc.asyncProperty(start, fc.array(step, { maxLength: maximumSteps }), async (begin, steps) => {
      const history = new History(client);
      await history.begin(begin);
      for (const step of steps) await history.take(step);
      await history.end();
    }),
    {
      numRuns: Number(HISTORY_RUNS),
      ...(HISTORY_SEED && { seed: Number(HISTORY_SEED) }),
      ...(HISTORY_PATH && { path: HISTORY_PATH }),
    },
  );
  expect(
    await prisma.operation.count({
      where: { status: 'PENDING', transaction: { accountId: client.merchant.accountId } },
    }),
  ).toBe(0);
});

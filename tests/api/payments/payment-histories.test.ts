import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StatementEntry } from '~/acquirers/acquirer';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { expireHolds } from '~/payments/operations/hold-expiry';
import {
  restoreAnswers,
  mockAnswerOnce,
  loseAnswerOnce,
  declinedOutcome,
  unknownOutcome,
} from '../../world/acquirers/acquirer';
import { buildApiClient, type ApiClient, type ApiResponse } from '../../world/api-client';
import { readPaymentRecords } from '../../world/payments/payment-records';
import { endHoldTime, passMinute, resolveOutcomesOf, settleNextDay } from '../../world/payments/elapsed-time';
import * as model from '../../world/payments/payment-model';
import { cards, paymentBody, readStatementsWithEntries } from '../../world/payments/payments';

// A history is a payment with random actions of its merchant, its acquirer, the payer's bank, and time. After
// each step, the API must reply like the model, and at the end the records must match it.

/**
 * HISTORY_RUNS=100000 for a long night. The error message of a failed run contains HISTORY_SEED and
 * HISTORY_PATH.
 */
const { HISTORY_RUNS = '2000', HISTORY_SEED, HISTORY_PATH } = process.env;
const maximumSteps = 10;

const amount = fc.integer({ min: 1, max: 12 });
const response = fc.oneof(
  { weight: 7, arbitrary: fc.constant('answered' as const) },
  { weight: 3, arbitrary: fc.constantFrom('refused' as const, 'silent' as const, 'lost' as const) },
);
const authorization = (card: string, approved: boolean, response: model.AcquirerResponse) => ({
  card,
  approved,
  ending: response,
});
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
      ending: response,
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
/** A minute passes before this inquiry, which reverses an authorization that the acquirer has never seen. */
const maxDeclinedInquiries = 3;

/** A request that reserved its external_id. `text`: the bytes of its reply, once there was one. */
type SentRequest = {
  path: string;
  body: { external_id: string };
  other: object;
  id: string;
  operationRequest?: model.OperationRequest;
  reply?: ApiResponse;
};

class PaymentHistory {
  readonly #client: ApiClient;
  readonly #sent: SentRequest[] = [];
  readonly #tried: string[] = [];
  readonly #disputes: Pick<StatementEntry, 'reference' | 'authorization' | 'amountMinor' | 'currency'>[] = [];
  #denials = maxDeclinedInquiries;
  payment!: model.Payment;
  id!: string;

  constructor(client: ApiClient) {
    this.#client = client;
  }

  async begin({
    immediate,
    order,
    authorization: { card, approved, ending: response },
  }: Start): Promise<void> {
    const body = paymentBody({ operation: immediate ? 'authcap' : 'authorize', amount: order, pan: card });
    this.#tried.push(body.external_id);
    this.payment = model.createPayment({ immediate, order, approved }, response);
    if (response === 'lost') mockAnswerOnce('authorize', unknownOutcome);
    const reply = await this.#client.post('/transactions', body);
    this.id = reply.json.id ?? reply.json.transaction_id;
    expect(reply.json).toMatchObject(this.payment.known ? model.toApiView(this.payment) : unanswered);
    const other = { ...body, order: { ...body.order, order_amount: order + 1 } };
    this.#sent.push({
      path: '/transactions',
      body,
      other,
      id: this.id,
      reply: this.payment.known ? reply : undefined,
    });
    this.#denials = response === 'lost' ? 0 : maxDeclinedInquiries;
  }

  async take(step: Step): Promise<void> {
    if ('ending' in step) return this.#ask(step.do, step.amount, step.ending);
    if ('disputed' in step)
      await (step.do === 'dispute' ? this.#dispute(step.disputed) : this.#decide(step.do));
    if ('which' in step) return this.#again(step.do, this.#sent[step.which % this.#sent.length]!);
    if (step.do === 'lapse' && this.payment.authorized) {
      await endHoldTime(this.id);
      this.payment.holdExpired = true;
    }
    if (step.do === 'expire') {
      await expireHolds();
      model.expireModelHold(this.payment);
    }
    if (step.do === 'settle') {
      await settleNextDay(...this.#ids());
      model.settlePayment(this.payment);
    }
    if (step.do === 'resolve') await this.#resolve();
    expect((await this.#client.get(`/transactions/${this.id}`)).json).toMatchObject(
      model.toApiView(this.payment),
    );
  }

  /** All outcomes become known, the records are compared, and every request is repeated. */
  async end(): Promise<void> {
    await this.#resolve();
    if (!this.payment.known) await this.#repeat(this.#sent[0]!);
    const { payment } = this;
    expect((await this.#client.get(`/transactions/${this.id}`)).json).toMatchObject(model.toApiView(payment));
    const { row, history, events, keys } = await readPaymentRecords(this.id, this.#tried);
    expect(row).toMatchObject({
      amount_expired: payment.expired,
      hold_reserved: 0,
      refund_reserved: 0,
      chargeback_open: model.disputed(payment),
      amount_charged_back: model.chargedBack(payment),
      settled_at: payment.settled ? expect.any(Date) : null,
    });
    expect(history).toEqual([...payment.history].sort());
    expect(events).toEqual([...payment.events].sort());
    expect(keys).toEqual(this.#sent.map(({ body }) => body.external_id).sort());
    for (const sent of this.#sent) await this.#repeat(sent);
    expect((await readPaymentRecords(this.id, this.#tried)).row).toEqual(row);
  }

  #ids(): string[] {
    return [...new Set(this.#sent.map(({ id }) => id))];
  }

  async #ask(
    kind: model.OperationKind,
    amount: number | undefined,
    response: model.AcquirerResponse,
  ): Promise<void> {
    if (kind === 'refund') amount ??= 1;
    const path = kind === 'refund' ? '/refunds' : `/transactions/${this.id}`;
    const body = {
      external_id: createId('req'),
      amount,
      ...(kind === 'refund' ? { trx_id: this.id } : { operation: kind }),
    };
    this.#tried.push(body.external_id);
    const { answer, requested: operationRequest } = model.requestOperation(
      this.payment,
      kind,
      amount,
      response,
    );
    // A void that isn't sent would meet the release of the expired hold instead.
    if (!operationRequest) response = 'answered';
    if (response === 'silent') loseAnswerOnce(kind);
    else if (response !== 'answered')
      mockAnswerOnce(kind, response === 'refused' ? declinedOutcome : unknownOutcome);
    const reply = await this.#client.post(path, body);
    if (response !== 'answered') restoreAnswers(kind);
    expect(reply.json).toMatchObject(answer);
    if (operationRequest)
      this.#sent.push({
        path,
        body,
        other: { ...body, reason: 'another' },
        id: reply.json.id ?? reply.json.transaction_id,
        operationRequest,
        reply: operationRequest.waiting ? undefined : reply,
      });
  }

  async #dispute(amountMinor: number): Promise<void> {
    if (!model.openModelDispute(this.payment, amountMinor)) return;
    const { authorizationId: authorization } = await prisma.transaction.findUniqueOrThrow({
      where: { id: this.id },
    });
    const entry = { reference: `cb_${createId('req')}`, authorization, amountMinor, currency: 'USD' };
    this.#disputes.push(entry);
    await readStatementsWithEntries([
      { ...entry, kind: 'chargeback_opened', reason: 'fraudulent', dueBy: '2030-01-31T00:00:00.000Z' },
    ]);
  }

  async #decide(end: 'won' | 'lost'): Promise<void> {
    const entry = this.#disputes.shift();
    if (!entry) return;
    await readStatementsWithEntries([{ ...entry, kind: `chargeback_${end}` }]);
    model.closeDispute(this.payment, end);
  }

  async #again(how: 'repeat' | 'contradict', sent: SentRequest): Promise<void> {
    if (how === 'repeat') return this.#repeat(sent);
    const { status, json } = await this.#client.post(sent.path, sent.other);
    expect({ status, ...json }).toMatchObject({
      status: 409,
      code: 'external_id_conflict',
      transaction_id: sent.id,
      differing_fields: [sent.path === '/transactions' ? 'order.order_amount' : 'reason'],
    });
  }

  async #repeat(sent: SentRequest): Promise<void> {
    const reply = await this.#client.post(sent.path, sent.body);
    expect([200, 402]).toContain(reply.status);
    if (sent.operationRequest?.waiting) this.#learn(sent);
    else if (!sent.operationRequest && !this.payment.known) model.recordAuthorization(this.payment);
    sent.reply ??= reply;
    expect(toReplay(reply)).toEqual({ ...toReplay(sent.reply), replayed: 'true', id: sent.id });
  }

  #learn({ operationRequest }: SentRequest): void {
    model.recordApproval(this.payment, operationRequest!);
  }

  async #resolve(): Promise<void> {
    if (this.#denials === maxDeclinedInquiries - 1 && !this.payment.known) await passMinute(this.id);
    await resolveOutcomesOf(...this.#ids());
    if (this.#denials < maxDeclinedInquiries && ++this.#denials === maxDeclinedInquiries)
      this.payment.approved &&= this.payment.known;
    if (this.#denials === maxDeclinedInquiries && !this.payment.known)
      model.recordAuthorization(this.payment);
    for (const sent of this.#sent) if (sent.operationRequest?.waiting) this.#learn(sent);
  }
}

/** A stored reply byte for byte. An error also identifies the request, which differs. */
function toReplay({ status, headers, text, json }: ApiResponse) {
  return {
    status,
    replayed: headers.get('idempotent-replayed'),
    text: status < 400 ? text : text.replaceAll(json.request_id, ''),
    id: json.id ?? json.transaction_id,
  };
}

test(
  'after any history of a payment, API, model and ledgers agree',
  { timeout: 24 * 3_600_000 },
  async () => {
    const client = await buildApiClient();
    await fc.assert(
      fc.asyncProperty(start, fc.array(step, { maxLength: maximumSteps }), async (begin, steps) => {
        const history = new PaymentHistory(client);
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
  },
);

import type { Statement, StatementEntry } from '~/acquirers/acquirer';
import { getAcquirer } from '~/acquirers/registry';
import { config } from '~/platform/config/config.server';
import { countEntireHistory } from '~/payments/reporting/daily-totals';
import { pool } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { Secret } from '~/platform/secrets/secret';
import { refreshStatistics } from '~/platform/database/statistics.server';
import { generateSampleOrders, type SampleOrder } from './sample-orders';

type Row = Record<string, unknown>;
type Merchant = { accountId: string; secretId: string };
type Rows = Record<'transactions' | 'operations' | 'idempotency_keys', Row[]>;

const dayMs = 24 * 3600 * 1000;
const holdDays = 7;
const answerMs = 300;

/**
 * A merchant's live payments of a year. The acquirer records each through its interface, so that both ledgers
 * agree. Our rows are written as the product would have written them at the time, because the product only
 * knows the current time.
 */
export async function seedHistory(merchant: Merchant, now: number): Promise<void> {
  // A thousand payments through a slowed-down acquirer would delay the first start by minutes.
  if (config.simulatorDelayMs) return;
  const rows: Rows = { transactions: [], operations: [], idempotency_keys: [] };
  for (const order of generateSampleOrders(now)) await new SeededPayment(merchant, order, rows).simulate(now);
  for (const [table, all] of Object.entries(rows)) await insert(table, all);
  await refreshStatistics();
  await countEntireHistory();
  await disputeLatestPayments(rows.transactions);
}

/**
 * Three payers dispute a payment: the merchant can still respond to one, and the others are decided. The
 * ledger reports them.
 */
async function disputeLatestPayments(transactions: Row[]): Promise<void> {
  const unrefundedPayments = transactions.filter(
    ({ type, status, amount_refunded }) =>
      type === 'PAYMENT' && status === 'SETTLED' && amount_refunded === 0,
  );
  for (const [payment, end] of [
    [unrefundedPayments.at(-20), 'chargeback_won'],
    [unrefundedPayments.at(-14), 'chargeback_lost'],
    [unrefundedPayments.at(-6), null],
  ] as const) {
    if (!payment) continue;
    const authorization = payment.authorization_id as string;
    await acquirer().simulateIncident!(
      authorization,
      { kind: 'chargeback_opened', amountMinor: payment.amount_captured as number },
      createTimeout(),
    );
    const { reference } = await findLatestEntry();
    if (end) await acquirer().simulateIncident!(authorization, { kind: end, reference }, createTimeout());
  }
}

async function findLatestEntry(): Promise<StatementEntry> {
  let latest: StatementEntry | undefined;
  for (let after: string | null = null, atEnd = false; !atEnd;) {
    const { entries, next }: Statement = await acquirer().readStatement(after, 1_000, createTimeout());
    latest = entries.at(-1) ?? latest;
    [after, atEnd] = [next, entries.length < 1_000];
  }
  return latest!;
}

/** An order, from its authorization to its refunds. */
class SeededPayment {
  readonly #row: Row;
  readonly #authorization: string;

  constructor(
    readonly merchant: Merchant,
    readonly order: SampleOrder,
    readonly rows: Rows,
  ) {
    const { at, amount, orderId } = order;
    this.#authorization = createId('op', at);
    this.#row = this.#transaction({
      id: createId('trx', at),
      type: 'PAYMENT',
      status: 'DECLINED',
      amount,
      externalId: orderId,
      at,
    });
  }

  async simulate(now: number): Promise<void> {
    const { at, amount, captured, refunded } = this.order;
    if (!(await this.#authorize())) return;
    if (captured < amount) await this.#ship();
    const closedAt = captured < amount ? at + 2 * dayMs : at;
    if (captured < amount && closedAt < now) await this.#voidRest(closedAt);
    const settledAt = getNextSettlement(closedAt);
    if (!captured || settledAt > now) return;
    this.#settle(this.#row, captured, settledAt);
    if (captured === amount) this.#row.status = 'SETTLED';
    const refundedAt = settledAt + 3 * dayMs;
    if (refunded && getNextSettlement(refundedAt) < now) await this.#refund(refunded, refundedAt);
  }

  async #authorize(): Promise<boolean> {
    const { at, amount, currency, card, captured, orderId } = this.order;
    const capture = captured === amount;
    const payer = {
      pan: new Secret(card.pan),
      code: new Secret('123'),
      expiry: { month: 12, year: 2030 },
      name: 'Demo Payer',
    };
    const outcome = await acquirer().authorize(
      { reference: this.#authorization, amountMinor: amount, currency, capture, card: payer },
      createTimeout(),
    );
    const type = capture ? 'authcap' : 'authorize';
    this.#key('transaction', orderId, this.#row.id, this.#authorization, at);
    if (outcome.kind === 'approved') {
      this.#operation({ id: this.#authorization, of: this.#row, type, amount, at, externalId: orderId });
      Object.assign(this.#row, {
        amount_authorized: amount,
        amount_captured: capture ? amount : 0,
        status: capture ? 'CAPTURED' : 'AUTHORIZED',
        capture_before: new Date(at + holdDays * dayMs),
      });
      return true;
    }
    const code = outcome.kind === 'declined' ? outcome.code : 'system_error';
    this.#operation({
      id: this.#authorization,
      of: this.#row,
      type,
      amount,
      at,
      externalId: orderId,
      reason: code,
      declineCode: code,
    });
    this.#row.decline_code = code;
    return false;
  }

  /** Captures what the order captures of a hold: the first parcel, or nothing. */
  async #ship(): Promise<void> {
    const { at, orderId, captured } = this.order;
    if (!captured) return;
    await this.#follow('capture', {
      type: 'partial_capture',
      amount: captured,
      at: at + dayMs,
      externalId: `${orderId}-parcel`,
      reason: 'First parcel shipped',
    });
    Object.assign(this.#row, { amount_captured: captured, status: 'PARTIAL_CAPTURED' });
  }

  async #voidRest(at: number): Promise<void> {
    const { amount, captured, orderId } = this.order;
    const rest = amount - captured;
    await this.#follow('void', {
      type: 'void',
      amount: rest,
      at,
      externalId: `${orderId}-rest`,
      reason: captured ? 'Out of stock' : 'The customer canceled',
    });
    Object.assign(this.#row, { amount_voided: rest, status: captured ? 'PARTIAL_CAPTURED' : 'VOIDED' });
  }

  async #refund(amount: number, at: number): Promise<void> {
    const externalId = `${this.order.orderId}-return`;
    const refund = this.#transaction({
      id: createId('trx', at),
      type: 'REFUND',
      status: 'SETTLED',
      amount,
      externalId,
      at,
    });
    Object.assign(refund, { amount_refunded: amount, parent_id: this.#row.id });
    const id = createId('op', at);
    const operation = { type: 'refund', amount, at, externalId, reason: 'Goods returned' };
    await acquirer().refund(
      {
        reference: id,
        authorization: this.#authorization,
        amountMinor: amount,
        currency: this.order.currency,
      },
      createTimeout(),
    );
    this.#operation({ ...operation, id, of: refund });
    this.#operation({ ...operation, id: createId('op', at), of: this.#row });
    this.#key('refund', externalId, refund.id, id, at);
    this.#settle(refund, amount, getNextSettlement(at));
    this.#row.amount_refunded = amount;
  }

  async #follow(
    kind: 'capture' | 'void',
    operation: { type: string; amount: number; at: number; externalId: string; reason: string },
  ): Promise<void> {
    const id = createId('op', operation.at);
    await acquirer()[kind](
      {
        reference: id,
        authorization: this.#authorization,
        amountMinor: operation.amount,
        currency: this.order.currency,
      },
      createTimeout(),
    );
    this.#operation({ ...operation, id, of: this.#row });
    this.#key('operation', operation.externalId, this.#row.id, id, operation.at);
  }

  #settle(of: Row, amount: number, at: number): void {
    this.#operation({ id: createId('op', at), of, type: 'settle', amount, at, operator: 'system:settle' });
    of.settled_at = new Date(at);
  }

  #transaction({
    id,
    type,
    status,
    amount,
    externalId,
    at,
  }: {
    id: string;
    type: string;
    status: string;
    amount: number;
    externalId: string;
    at: number;
  }): Row {
    const { currency, orderId, card } = this.order;
    const none = {
      amount_authorized: 0,
      amount_captured: 0,
      amount_voided: 0,
      amount_expired: 0,
      amount_refunded: 0,
      hold_reserved: 0,
      refund_reserved: 0,
      chargeback_open: 0,
      amount_charged_back: 0,
    };
    const row: Row = {
      ...none,
      id,
      account_id: this.merchant.accountId,
      environment: 'live',
      type,
      status,
      order_id: orderId,
      order_amount: amount,
      order_currency: currency,
      external_id: externalId,
      authorization_id: this.#authorization,
      order:
        type === 'PAYMENT' ? { order_id: orderId, card_holder: { email: getPayerEmail(orderId) } } : null,
      acquirer: acquirer().name,
      card_brand: card.brand,
      card_bin: card.pan.slice(0, 6),
      card_last_four: card.pan.slice(-4),
      card_expiry: '2030-12',
      parent_id: null,
      decline_code: null,
      capture_before: null,
      settled_at: null,
      version: 2,
      created_at: new Date(at),
      updated_at: new Date(at + answerMs),
    };
    this.rows.transactions.push(row);
    return row;
  }

  #operation(operation: {
    id: string;
    of: Row;
    type: string;
    amount: number;
    at: number;
    externalId?: string;
    reason?: string;
    declineCode?: string;
    operator?: string;
  }): void {
    const {
      id,
      of,
      type,
      amount,
      at,
      externalId = null,
      reason = null,
      declineCode = null,
      operator = `api:${this.merchant.secretId}`,
    } = operation;
    const [hasAcquirerReference, completedAt] = [
      operator.startsWith('api:') && !declineCode,
      new Date(at + answerMs),
    ];
    const row = {
      id,
      transaction_id: of.id,
      type,
      status: declineCode ? 'FAILED' : 'SUCCEEDED',
      amount,
      currency: this.order.currency,
      external_id: externalId,
      reason,
      operator,
    };
    this.rows.operations.push({
      ...row,
      acquirer_reference: hasAcquirerReference ? `sim_${id}` : null,
      decline_code: declineCode,
      inquiries: 0,
      created_at: new Date(at),
      completed_at: completedAt,
    });
    of.updated_at = completedAt;
  }

  #key(family: string, externalId: string, resourceId: unknown, operationId: string, at: number): void {
    const { accountId } = this.merchant;
    this.rows.idempotency_keys.push({
      account_id: accountId,
      environment: 'live',
      family,
      external_id: externalId,
      fingerprint: 'of the demo',
      resource_id: resourceId,
      operation_id: operationId,
      created_at: new Date(at),
    });
  }
}

/** Two hundred regular customers, who return now and then. */
const getPayerEmail = (orderId: string) => `regular-${Number(orderId.replace(/\D/g, '')) % 200}@example.com`;

const acquirer = () => getAcquirer('live')!;
const createTimeout = () => AbortSignal.timeout(10_000);

/** Settlement runs in the first hour of each day in UTC. */
function getNextSettlement(at: number): number {
  return Math.floor(at / dayMs + 1) * dayMs + 60_000;
}

/** Operations are numbered in chronological order. */
async function insert(table: string, rows: Row[]): Promise<void> {
  const columns = Object.keys(rows[0]!)
    .map((name) => `"${name}"`)
    .join(', ');
  await pool.query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb) order by created_at`,
    [JSON.stringify(rows)],
  );
}

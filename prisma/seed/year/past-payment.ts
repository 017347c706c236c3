import type { DeclineCode } from '~/acquirers/decline-codes';
import { findTestCard, getBankChecks } from '~/acquirers/test-cards';
import { describeCard } from '~/payments/checkout/cards';
import { toCheckedData, toUncheckedData } from '~/payments/transactions/card-checks';
import { toBillingDetails } from '~/payments/transactions/card-holder';
import { getHoldStatus, getRemainingHold, type OperationType } from '~/payments/transactions/states';
import { amountsOf } from '~/payments/transactions/transaction-object';
import { toFingerprintContent } from '~/payments/transactions/transactions';
import type { Order } from '~/payments/transactions/order-lines';
import { createId } from '~/platform/ids';
import { Secret } from '~/platform/secrets/secret';
import type { Step } from './orders';
import { addKey } from './past-keys';
import { addAuthorizationEntry, addFollowUpEntry } from './past-ledger';
import { PastRefund } from './past-refund';
import { toRequestBody } from './past-requests';
import { PastTransaction, type PastContext } from './past-transaction';
import type { PayerCard } from './payer-cards';
import type { PastOperationRow } from './past-rows';
import type { Random } from './random';
import { getNextSettlement } from './settlement-times';

const dayMs = 86_400_000;

export type PaymentAttempt = {
  at: number;
  externalId: string;
  order: Order;
  operation: 'authorize' | 'authcap';
  card: PayerCard;
  name: string;
  intentId: string | null;
};

/** A payment, from its authorization on. */
export class PastPayment {
  readonly #transaction: PastTransaction;
  readonly #authorizationId: string;
  readonly #refunds: PastRefund[] = [];
  readonly #expiryDelayMs: number;
  /** When the last capture completed, and the last operation on the hold. */
  #capturedAt = 0;
  #holdChangedAt = 0;

  constructor(
    readonly context: PastContext,
    readonly attempt: PaymentAttempt,
    readonly random: Random,
  ) {
    const { at, externalId, order, card, intentId } = attempt;
    this.#expiryDelayMs = random.between(4_000, 55_000);
    this.#authorizationId = createId('op', at);
    const facts = describeCard(card.pan, card.expiry);
    this.#transaction = new PastTransaction(
      context,
      {
        type: 'PAYMENT',
        status: 'PENDING',
        order_id: order.order_id ?? null,
        order_amount: order.order_amount,
        order_currency: order.order_currency,
        external_id: externalId,
        parent_id: null,
        intent_id: intentId,
        authorization_id: this.#authorizationId,
        order,
        card_brand: facts.brand,
        card_bin: facts.bin,
        card_last_four: facts.lastFour,
        card_expiry: facts.expiry,
        card_token_id: null,
        card_checks: toUncheckedData(toBillingDetails(order), { code: true }),
        merchant_reason: null,
        dispute_stage: null,
        dispute_reason: null,
        dispute_due_by: null,
      },
      at,
    );
  }

  get row() {
    return this.#transaction.row;
  }

  get transaction() {
    return this.#transaction;
  }

  /** @returns when the outcome was known */
  authorize(): number {
    const { at, externalId, order, operation: type, card, name, intentId } = this.attempt;
    const { merchant } = this.context;
    const testCard = findTestCard(card.pan)!;
    const { outcome, silent, checks } = testCard;
    const declineCode = outcome === 'approved' ? null : outcome;
    const completedAt = at + (silent ? this.random.between(5_400, 9_800) : this.#takeTime());
    const operation = this.#transaction.addOperation(
      {
        type,
        amount: order.order_amount,
        external_id: externalId,
        operator: intentId ? 'checkout' : `api:${merchant.secretId}`,
        // The missing answer, and the inquiry that found it.
        inquiries: silent ? 2 : 0,
        at,
        completedAt,
      },
      { id: this.#authorizationId, declineCode },
    );
    addAuthorizationEntry(this.context, operation, card);
    if (!intentId) {
      const { month, year } = card.expiry;
      const payment = {
        operation: type,
        externalId,
        order,
        card: { pan: new Secret(card.pan), expiry: { month, year }, name },
      };
      addKey(this.context, 'transaction', externalId, operation, toFingerprintContent(payment));
    }
    const captured = type === 'authcap' ? order.order_amount : 0;
    if (captured) this.#capturedAt = completedAt;
    const card_checks = toCheckedData(this.row.card_checks, getBankChecks(outcome, checks));
    this.#complete(
      operation,
      declineCode
        ? { card_checks, status: 'DECLINED', decline_code: declineCode }
        : {
            card_checks,
            amount_authorized: order.order_amount,
            amount_captured: captured,
            status: captured ? 'CAPTURED' : 'AUTHORIZED',
            capture_before: captured ? null : new Date(at + merchant.holdDays * dayMs),
          },
      declineCode,
    );
    if (!intentId && !silent) this.#logPayment(operation);
    return completedAt;
  }

  /** A shop that misses a reply repeats its request. */
  #logPayment(operation: PastOperationRow): void {
    const body = toRequestBody(this.attempt);
    this.#transaction.logRequest({ path: '/transactions', body }, operation);
    const { requests } = this.context.rows;
    const first = requests.at(-1)!;
    if (this.random.chance(0.04))
      requests.push({ ...first, at: first.at + 2_000, replayed: true, durationMs: 5 });
  }

  /** Runs a later step, after what happens on its own until then. Steps that the payment no longer allows are left out. */
  follow(step: Step, externalId: string): void {
    this.passTime(step.at);
    const amount = step.kind === 'refund' ? this.#getRefundable() : getRemainingHold(amountsOf(this.row));
    if (step.amount > amount || (step.kind !== 'refund' && !this.#isHeld(step.at))) return;
    if (step.kind === 'refund') this.#refund(step, externalId);
    else this.#captureOrVoid(step, externalId);
  }

  /** What happens on its own until a given time: holds expire, and captures and refunds settle. */
  passTime(until: number): void {
    for (const refund of this.#refunds) refund.passTime(until);
    const { capture_before: captureBefore } = this.row;
    const expiresAt = captureBefore && captureBefore.getTime() + this.#expiryDelayMs;
    if (expiresAt && expiresAt <= until && getRemainingHold(amountsOf(this.row)) > 0) this.#expire(expiresAt);
    this.#settle(until);
  }

  #isHeld(at: number): boolean {
    return this.row.capture_before !== null && at < this.row.capture_before.getTime();
  }

  #getRefundable(): number {
    const { amount_captured, amount_refunded, chargeback_open, amount_charged_back } = this.row;
    return amount_captured - amount_refunded - chargeback_open - amount_charged_back;
  }

  #captureOrVoid({ kind, at, amount, reason, by }: Step, externalId: string): void {
    const isWhole = amount === this.row.amount_authorized;
    const type: OperationType =
      kind === 'capture' && !isWhole ? 'partial_capture' : (kind as 'capture' | 'void');
    const operation = this.#transaction.addOperation({
      type,
      amount,
      reason,
      external_id: externalId,
      operator: this.#getOperator(by),
      at,
      completedAt: at + this.#takeTime(),
    });
    this.#addEntry(kind as 'capture' | 'void', operation);
    addKey(this.context, 'operation', externalId, operation, {
      trx_id: this.row.id,
      operation: kind,
      amount,
      reason,
    });
    if (kind === 'capture') this.#capturedAt = operation.completed_at.getTime();
    const { amount_captured, amount_voided } = this.row;
    this.#complete(
      operation,
      kind === 'capture'
        ? { amount_captured: amount_captured + amount }
        : { amount_voided: amount_voided + amount },
    );
    const body = { external_id: externalId, operation: kind, amount, ...(reason && { reason }) };
    this.#transaction.logRequest({ path: `/transactions/${this.row.id}`, body }, operation);
  }

  #expire(at: number): void {
    const amount = getRemainingHold(amountsOf(this.row));
    const operation = this.#transaction.addOperation({
      type: 'expire',
      amount,
      operator: 'system:expire-holds',
      at,
      completedAt: at + this.#takeTime(),
    });
    this.#addEntry('void', operation);
    this.#complete(operation, { amount_expired: amount });
  }

  /** The record phase: row, reply, and event. The reserve phase has its own version. */
  #complete(
    operation: PastOperationRow,
    values: Parameters<PastTransaction['change']>[1],
    declineCode: DeclineCode | null = null,
  ): void {
    const isAuthorization = operation.id === this.#authorizationId;
    if (!isAuthorization) this.row.version++;
    this.#holdChangedAt = operation.completed_at.getTime();
    this.#transaction.change(operation, values);
    if (!declineCode) {
      this.row.status = getHoldStatus(amountsOf(this.row));
      operation.acquirer_reference = `sim_${operation.id}`;
    }
    operation.response_body = JSON.stringify(this.#transaction.toObject(operation));
    this.#transaction.publish(this.#getEventType(operation), operation);
  }

  #getEventType({ type }: PastOperationRow): string {
    if (type === 'expire') return 'transaction.expired';
    if (type === 'void' && this.row.status !== 'VOIDED') return 'transaction.partially_voided';
    return `transaction.${this.row.status.toLowerCase()}`;
  }

  #settle(until: number): void {
    const { settled_at, amount_captured: amount } = this.row;
    if (settled_at || !amount || getRemainingHold(amountsOf(this.row)) > 0) return;
    const at = getNextSettlement(this.#capturedAt, this.#holdChangedAt);
    if (at > until) return;
    const completedAt = at + this.random.between(100, 3_000);
    this.#transaction.settle(completedAt, amount, 'transaction.settled');
  }

  #refund({ at, amount, reason, by }: Step, externalId: string): void {
    const { merchant, rows } = this.context;
    const completedAt = at + this.#takeTime();
    const refund = new PastRefund(
      this.#transaction,
      { at, completedAt, amount, reason, externalId, operator: this.#getOperator(by) },
      this.random,
    );
    this.#refunds.push(refund);
    const { operation } = refund;
    this.#addEntry('refund', operation);
    addKey(this.context, 'refund', externalId, operation, { trx_id: this.row.id, amount, reason });
    if (!by) {
      const body = { external_id: externalId, trx_id: this.row.id, amount, ...(reason && { reason }) };
      this.#transaction.logRequest({ path: '/refunds', body }, operation);
    } else
      rows.audit_entries.push({
        actor: `portal:${by === 'owner' ? merchant.ownerId : merchant.financeId}`,
        action: 'refund_requested',
        account_id: merchant.accountId,
        subject: this.row.id,
        details: { amount, currency: this.row.order_currency, reason, operation: operation.id },
        before: null,
        after: null,
        address: '192.0.2.17',
        created_at: new Date(at),
      });
    if (findTestCard(this.attempt.card.pan)?.behavior === 'refund_failed') refund.fail();
  }

  #addEntry(kind: 'capture' | 'void' | 'refund', operation: PastOperationRow): void {
    addFollowUpEntry(this.context, operation, {
      kind,
      authorization: this.#authorizationId,
      card: this.attempt.card,
    });
  }

  #getOperator(by: Step['by']): string {
    const { secretId, ownerId, financeId } = this.context.merchant;
    return by ? `portal:${by === 'owner' ? ownerId : financeId}` : `api:${secretId}`;
  }

  /** Between the request and its outcome. */
  #takeTime(): number {
    return this.random.between(70, 380);
  }
}

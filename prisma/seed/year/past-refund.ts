import { createId } from '~/platform/ids';
import { refundFailureOperator } from '~/payments/operations/refund-failures';
import { PastTransaction } from './past-transaction';
import type { PastOperationRow } from './past-rows';
import type { Random } from './random';
import { getNextSettlement } from './settlement-times';

type NewRefund = {
  at: number;
  completedAt: number;
  amount: number;
  reason: string | null;
  externalId: string;
  operator: string;
};

/** The acquirer reports a returned refund after five seconds, and the next import of its statement finds it. */
const failureDelayMs = 8_000;

/** A refund: a transaction of its own, and an operation of its payment. */
export class PastRefund {
  readonly operation: PastOperationRow;
  readonly #transaction: PastTransaction;
  readonly #paymentOperation: PastOperationRow;

  constructor(
    readonly payment: PastTransaction,
    { at, completedAt, amount, reason, externalId, operator }: NewRefund,
    readonly random: Random,
  ) {
    const { order_id, order_currency, authorization_id, card_brand, card_bin, card_last_four, card_expiry } =
      payment.row;
    const { context } = payment;
    this.#transaction = new PastTransaction(
      context,
      {
        type: 'REFUND',
        status: 'PENDING',
        order_id,
        order_amount: amount,
        order_currency,
        external_id: externalId,
        parent_id: payment.row.id,
        intent_id: null,
        authorization_id,
        order: null,
        card_brand,
        card_bin,
        card_last_four,
        card_expiry,
        card_token_id: null,
        card_checks: null,
        merchant_reason: null,
        dispute_stage: null,
        dispute_reason: null,
        dispute_due_by: null,
      },
      at,
    );
    const operation = { type: 'refund', amount, external_id: externalId, reason, operator } as const;
    this.operation = this.#transaction.addOperation({ ...operation, at, completedAt });
    this.operation.acquirer_reference = `sim_${this.operation.id}`;
    this.#paymentOperation = payment.addOperation({ ...operation, at: completedAt, completedAt });
    this.#paymentOperation.acquirer_reference = `sim_${this.operation.id}`;
    // The payment's reserve phase.
    payment.row.version++;
    payment.change(this.#paymentOperation, { amount_refunded: payment.row.amount_refunded + amount });
    this.#transaction.change(this.operation, { status: 'CAPTURED', amount_refunded: amount });
    this.operation.response_body = JSON.stringify(this.#transaction.toObject(this.operation));
    this.#transaction.publish('refund.created', this.operation);
  }

  /** Settles it, once it's due. */
  passTime(until: number): void {
    const { status, order_amount: amount } = this.#transaction.row;
    const completed = this.operation.completed_at.getTime();
    const at = getNextSettlement(completed, completed);
    if (status !== 'CAPTURED' || at > until) return;
    const completedAt = at + this.random.between(100, 3_000);
    this.#transaction.settle(completedAt, amount, 'refund.settled');
  }

  /** The payer's bank returns it. */
  fail(): void {
    const { row, context } = this.#transaction;
    const at = this.operation.completed_at.getTime() + failureDelayMs;
    const declineCode = 'do_not_honor';
    context.rows.ledger.push({
      reference: this.operation.id,
      kind: 'refund_failed',
      authorization: row.authorization_id,
      amountMinor: row.order_amount,
      currency: row.order_currency,
      outcome: declineCode,
      at: new Date(at - 3_000).toISOString(),
    });
    const failure = { type: 'refund', amount: row.order_amount, operator: refundFailureOperator } as const;
    const [own, other] = ([this.#transaction, this.payment] as const).map((transaction) =>
      transaction.addOperation({ ...failure, at, completedAt: at }, { id: createId('op', at), declineCode }),
    ) as [PastOperationRow, PastOperationRow];
    this.operation.reversed_by = own.id;
    this.#paymentOperation.reversed_by = other.id;
    this.#transaction.change(own, { status: 'DECLINED', decline_code: declineCode, amount_refunded: 0 });
    this.payment.change(other, { amount_refunded: this.payment.row.amount_refunded - row.order_amount });
    this.#transaction.publish('refund.declined', own);
  }
}

import type { DeclineCode } from '~/acquirers/decline-codes';
import { toTransactionObject } from '~/payments/transactions/transaction-object';
import { createId } from '~/platform/ids';
import {
  isRetained,
  type PastOperationRow,
  type PastRequest,
  type PastRows,
  type PastTransactionRow,
} from './past-rows';

/** The merchant of a year, and who acts for it. */
export type PastMerchant = {
  accountId: string;
  environment: 'test' | 'live';
  secretId: string;
  connectionId: string;
  holdDays: number;
  ownerId: string;
  financeId: string;
};

export type PastContext = {
  merchant: PastMerchant;
  rows: PastRows;
  now: number;
  /** Who gets email about chargebacks. */
  disputeRecipients: readonly string[];
};

export type NewOperation = Pick<PastOperationRow, 'type' | 'amount' | 'operator'> &
  Partial<Pick<PastOperationRow, 'external_id' | 'reason' | 'inquiries'>> & {
    at: number;
    completedAt: number;
  };

/** The amounts of a new row. */
const nothing = {
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

type NewTransaction = Omit<
  PastTransactionRow,
  | keyof typeof nothing
  | 'id'
  | 'account_id'
  | 'environment'
  | 'connection_id'
  | 'version'
  | 'last_operation_id'
  | 'decline_code'
  | 'capture_before'
  | 'authentication'
  | 'return_url'
  | 'settled_at'
  | 'created_at'
  | 'updated_at'
>;

/** A transaction and its operations, written as the product would have written them at the time. */
export class PastTransaction {
  readonly row: PastTransactionRow;

  constructor(
    readonly context: PastContext,
    values: NewTransaction,
    at: number,
  ) {
    const { accountId, environment, connectionId } = context.merchant;
    this.row = {
      ...nothing,
      ...values,
      id: createId('trx', at),
      account_id: accountId,
      environment,
      connection_id: connectionId,
      version: 1,
      last_operation_id: '',
      decline_code: null,
      capture_before: null,
      authentication: null,
      return_url: null,
      settled_at: null,
      created_at: new Date(at),
      updated_at: new Date(at),
    };
    context.rows.transactions.push(this.row);
  }

  /** Records a completed operation, before the change that it causes is applied to the row. */
  addOperation(
    { at, completedAt, ...values }: NewOperation,
    { id = createId('op', at), declineCode = null }: { id?: string; declineCode?: DeclineCode | null } = {},
  ): PastOperationRow {
    const operation: PastOperationRow = {
      id,
      transaction_id: this.row.id,
      status: declineCode ? 'FAILED' : 'SUCCEEDED',
      currency: this.row.order_currency,
      external_id: null,
      inquiries: 0,
      ...values,
      reason: declineCode ?? values.reason ?? null,
      acquirer_reference: null,
      decline_code: declineCode,
      acquirer_code: null,
      accepted_at: null,
      response_body: null,
      reversed_by: null,
      created_at: new Date(at),
      completed_at: new Date(completedAt),
    };
    this.context.rows.operations.push(operation);
    return operation;
  }

  /** Applies a change to the row, which one statement writes together with its operation. */
  change(operation: PastOperationRow, values: Partial<PastTransactionRow>): void {
    Object.assign(this.row, values, {
      last_operation_id: operation.id,
      updated_at: operation.completed_at,
      version: this.row.version + 1,
    });
  }

  /** The transaction object after its last operation. */
  toObject(operation: PastOperationRow) {
    const { id, type, amount, status, decline_code } = operation;
    return toTransactionObject({ ...this.row, last_operation: { id, type, amount, status, decline_code } });
  }

  /** Adds a request of the shop's server to the request log, with the reply that is stored with an operation. */
  logRequest(
    request: Pick<PastRequest, 'path' | 'body'>,
    { created_at, completed_at, response_body }: PastOperationRow,
  ): void {
    const at = created_at.getTime();
    this.context.rows.requests.push({
      at: at - 3,
      method: 'POST',
      status: 200,
      response: response_body!,
      durationMs: completed_at.getTime() - at + 6,
      ...request,
    });
  }

  /** Settles it as the nightly job would. A payment of which only a part was captured keeps its status. */
  settle(at: number, amount: number, event: string): void {
    const operation = this.addOperation({
      type: 'settle',
      amount,
      operator: 'system:settle',
      at,
      completedAt: at,
    });
    const { status } = this.row;
    this.change(operation, {
      status: status === 'CAPTURED' ? 'SETTLED' : status,
      settled_at: new Date(at),
    });
    this.publish(event, operation);
  }

  publish(type: string, operation: PastOperationRow): void {
    const { rows, now } = this.context;
    const at = operation.completed_at.getTime();
    if (isRetained(at, now))
      rows.webhook_events.push({
        id: createId('evt', at),
        account_id: this.row.account_id,
        environment: this.row.environment,
        type,
        transaction_id: this.row.id,
        payload: this.toObject(operation),
        created_at: new Date(at),
        published_at: new Date(at),
        fanned_out_at: new Date(at + 40),
      });
  }
}

import { getDeclineMessage, type DeclinedOperation } from '~/acquirers/decline-codes';
import type { AuthenticationResult } from '~/acquirers/authentication';
import type { MerchantReason } from '~/acquirers/saved-card';
import type { Environment } from '~/platform/environment';
import { buildAuthenticationUrl } from '~/platform/http/surfaces.server';
import type { CheckedData } from './card-checks';
import type { Amounts, OperationStatus, OperationType, TransactionStatus, TransactionType } from './states';

export const disputeStages = ['needs_response', 'under_review', 'accepted', 'won', 'lost'] as const;
export type DisputeStage = (typeof disputeStages)[number];

/** A row of `transactions` as the SQL statements return it. */
export type TransactionRow = {
  id: string;
  account_id: string;
  environment: Environment;
  type: TransactionType;
  status: TransactionStatus;
  order_id: string | null;
  order_amount: number;
  order_currency: string;
  amount_authorized: number;
  amount_captured: number;
  amount_voided: number;
  amount_expired: number;
  amount_refunded: number;
  hold_reserved: number;
  refund_reserved: number;
  chargeback_open: number;
  amount_charged_back: number;
  version: number;
  external_id: string;
  parent_id: string | null;
  intent_id: string | null;
  authorization_id: string;
  connection_id: string;
  card_brand: string | null;
  card_last_four: string | null;
  card_token_id: string | null;
  merchant_reason: MerchantReason | null;
  decline_code: string | null;
  dispute_stage: DisputeStage | null;
  dispute_reason: string | null;
  dispute_due_by: Date | null;
  capture_before: Date | null;
  authentication: Authentication | null;
  card_checks: CheckedData | null;
  settled_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

/**
 * 3-D Secure of a payment: its result or, while the payer authenticates, where and until when. `result`: the query of the
 * payer's return URL, until the acquirer has decided.
 */
export type Authentication =
  | {
      status: 'required';
      url: string;
      expires_at: string;
      result?: Record<string, string>;
      /** The payer came back without confirming and wants to pay in another way, or not at all. */
      abandoned?: true;
    }
  | {
      status: AuthenticationResult['status'];
      flow: AuthenticationResult['flow'];
      version: string | null;
      eci: string | null;
      liability_shift: boolean;
      /** The payer ended it. */
      abandoned?: true;
    };

/** A row of `operations`, as far as a transaction object contains it. */
type LastOperation = {
  id: string;
  type: OperationType;
  amount: number;
  status: OperationStatus;
  decline_code: string | null;
};

/**
 * A row with the operation that last started or ended. Null for rows that were written without operations.
 */
export type TransactionObjectRow = TransactionRow & { last_operation: LastOperation | null };

// Without the order: it can be large, and no reply contains it.
const columns: Record<keyof TransactionRow, true> = {
  id: true,
  account_id: true,
  environment: true,
  type: true,
  status: true,
  order_id: true,
  order_amount: true,
  order_currency: true,
  amount_authorized: true,
  amount_captured: true,
  amount_voided: true,
  amount_expired: true,
  amount_refunded: true,
  hold_reserved: true,
  refund_reserved: true,
  chargeback_open: true,
  amount_charged_back: true,
  version: true,
  external_id: true,
  parent_id: true,
  intent_id: true,
  authorization_id: true,
  connection_id: true,
  card_brand: true,
  card_last_four: true,
  card_token_id: true,
  merchant_reason: true,
  decline_code: true,
  dispute_stage: true,
  dispute_reason: true,
  dispute_due_by: true,
  capture_before: true,
  authentication: true,
  card_checks: true,
  settled_at: true,
  created_at: true,
  updated_at: true,
};

/** The columns of a {@link TransactionRow} for a table or expression with the given name. */
export function transactionColumns(of: string): string {
  return Object.keys(columns)
    .map((column) => `${of}.${column}`)
    .join(', ');
}

/** The columns of a {@link TransactionObjectRow}. */
export function transactionObjectColumns(of: string): string {
  return `${transactionColumns(of)}, (
    select json_build_object('id', o.id, 'type', o.type, 'amount', o.amount, 'status', o.status, 'decline_code', o.decline_code)
    from operations o where o.id = ${of}.last_operation_id) as last_operation`;
}

/** The API's Transaction object (spec 2.1) with its additive members. Empty members are omitted. */
export function toTransactionObject(row: TransactionObjectRow) {
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    order_id: row.order_id ?? undefined,
    order_amount: row.order_amount,
    order_currency: row.order_currency,
    amount_authorized: row.amount_authorized,
    amount_captured: row.amount_captured,
    amount_voided: row.amount_voided,
    amount_refunded: row.amount_refunded,
    ...lockedByChargebacks(row),
    external_id: row.external_id,
    parent_transaction_id: row.parent_id ?? undefined,
    intent_id: row.intent_id ?? undefined,
    card: row.card_brand
      ? {
          brand: row.card_brand,
          last_four: row.card_last_four ?? '',
          token: row.card_token_id ?? undefined,
          checks: row.card_checks ?? undefined,
          ...(row.merchant_reason && { initiator: 'merchant' as const, reason: row.merchant_reason }),
        }
      : undefined,
    decline: row.decline_code ? toDecline(row.decline_code, getDeclinedOperation(row.type)) : undefined,
    dispute: row.dispute_stage
      ? {
          stage: row.dispute_stage,
          reason: row.dispute_reason ?? '',
          due_by: row.dispute_due_by?.toISOString(),
        }
      : undefined,
    last_operation: row.last_operation ? toOperationObject(row.last_operation) : undefined,
    ...toAuthenticationMembers(row),
    capture_before: getHoldEnd(row)?.toISOString(),
    settled_at: row.settled_at?.toISOString(),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/**
 * When the hold ends. Null once all of the authorized amount is captured or released. A pending operation may still
 * fail.
 */
export const getHoldEnd = (row: TransactionRow): Date | null =>
  row.amount_captured + row.amount_voided + row.amount_expired < row.amount_authorized
    ? row.capture_before
    : null;

export type TransactionObject = ReturnType<typeof toTransactionObject>;

/** Whether the payer still has to authenticate with 3-D Secure. */
export function isAuthenticating(
  { status, authentication }: { status: string; authentication: unknown },
  now = new Date(),
): boolean {
  const known = authentication as Authentication | null;
  return status === 'PENDING' && known?.status === 'required' && Date.parse(known.expires_at) > now.getTime();
}

/** Whether the payer came back from their bank without confirming, and the payment was declined for that. */
export const isAbandoned = ({
  status,
  authentication,
}: {
  status: string;
  authentication: unknown;
}): boolean => status === 'DECLINED' && (authentication as Authentication | null)?.abandoned === true;

/** `next_action`: what the payer has to do before the payment can go on. */
function toAuthenticationMembers({ id, environment, status, authentication }: TransactionRow) {
  if (!authentication) return {};
  if (authentication.status === 'required')
    return status === 'PENDING'
      ? {
          next_action: {
            type: 'redirect' as const,
            url: buildAuthenticationUrl(environment, id),
            expires_at: authentication.expires_at,
          },
        }
      : {};
  const { flow, version, eci, abandoned: _, ...result } = authentication;
  return {
    authentication: {
      ...result,
      flow: flow ?? undefined,
      version: version ?? undefined,
      eci: eci ?? undefined,
    },
  };
}

function toOperationObject({ decline_code: declineCode, ...operation }: LastOperation) {
  const decline = declineCode ? toDecline(declineCode, declinedOperations[operation.type]) : undefined;
  return { ...operation, decline };
}

export type Decline = ReturnType<typeof toDecline>;

/** What was declined, if it wasn't the payment. */
const declinedOperations: Partial<Record<OperationType, DeclinedOperation>> = {
  capture: 'capture',
  partial_capture: 'capture',
  void: 'void',
  expire: 'void',
  refund: 'refund',
};

/** What was declined if a transaction was. */
export const getDeclinedOperation = (type: string): DeclinedOperation =>
  type === 'REFUND' ? 'refund' : 'payment';

/** A decline for merchants: its code and meaning. */
export function toDecline(
  code: string,
  operation: DeclinedOperation = 'payment',
): { code: string; message: string } {
  return { code, message: getDeclineMessage(code, operation) };
}

/** The chargeback amounts of a payment: open and lost. Omitted when zero, and for other types. */
export function lockedByChargebacks({ type, chargeback_open, amount_charged_back }: TransactionRow) {
  return {
    amount_disputed: (type === 'PAYMENT' && chargeback_open) || undefined,
    amount_charged_back: (type === 'PAYMENT' && amount_charged_back) || undefined,
  };
}

export type LockedByChargebacks = ReturnType<typeof lockedByChargebacks>;

export function amountsOf(row: TransactionRow): Amounts {
  return {
    authorized: row.amount_authorized,
    captured: row.amount_captured,
    voided: row.amount_voided,
    expired: row.amount_expired,
    refunded: row.amount_refunded,
    holdReserved: row.hold_reserved,
    refundReserved: row.refund_reserved,
    chargebackOpen: row.chargeback_open,
    chargedBack: row.amount_charged_back,
  };
}

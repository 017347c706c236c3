import { getRefundExtent, type RefundExtent } from '~/payments/transactions/states';
import { formatAmount } from '~/platform/money/money';
import { capitalize } from '~/platform/text/capitalize';
import { disputeReasonCodes } from './dispute-reason-codes';

/** The labels and tones of the API's transaction and operation names. */
export type Tone = 'positive' | 'caution' | 'negative' | 'accent' | 'neutral';

export type StatusLabel = { text: string; tone: Tone };

const paymentLabels: Record<string, StatusLabel> = {
  PENDING: { text: 'Pending', tone: 'caution' },
  AUTHORIZED: { text: 'Authorized', tone: 'accent' },
  DECLINED: { text: 'Declined', tone: 'negative' },
  VOIDED: { text: 'Voided', tone: 'neutral' },
  PARTIAL_CAPTURED: { text: 'Partially captured', tone: 'accent' },
  CAPTURED: { text: 'Captured', tone: 'positive' },
  EXPIRED: { text: 'Expired', tone: 'neutral' },
  SETTLED: { text: 'Settled', tone: 'positive' },
};

// The same status means something else for a refund or a chargeback (decisions: Lifecycle).
const refund: Record<string, StatusLabel> = {
  CAPTURED: { text: 'Succeeded', tone: 'positive' },
  DECLINED: { text: 'Failed', tone: 'negative' },
};
const chargeback: Record<string, StatusLabel> = {
  CAPTURED: { text: 'Open', tone: 'caution' },
  SETTLED: { text: 'Lost', tone: 'negative' },
  VOIDED: { text: 'Won', tone: 'positive' },
};

const refundExtentLabels: Record<RefundExtent, string> = {
  FULL: 'Refunded',
  PARTIAL: 'Partially refunded',
};

const operationStatusLabels: Record<string, StatusLabel> = {
  PENDING: { text: 'Unknown outcome', tone: 'caution' },
  SUCCEEDED: { text: 'Succeeded', tone: 'positive' },
  FAILED: { text: 'Failed', tone: 'negative' },
};

const operationTypeLabels: Record<string, string> = {
  authorize: 'Authorization',
  authcap: 'Authorization and capture',
  partial_capture: 'Partial capture',
  capture: 'Capture',
  void: 'Void',
  refund: 'Refund',
  expire: 'Hold expiry',
  settle: 'Settlement',
  chargeback: 'Chargeback',
  dispute_lost: 'Chargeback lost',
  dispute_won: 'Chargeback won',
};

// For a dispute's operations, what happened to the money matters more than their success.
const disputeOperationLabels: Record<string, StatusLabel> = {
  chargeback: { text: 'Money taken back', tone: 'caution' },
  dispute_lost: { text: 'Money lost', tone: 'negative' },
  dispute_won: { text: 'Money returned to you', tone: 'positive' },
};

const disputeReasonLabels: Record<string, string> = {
  fraudulent: 'Not recognized by the cardholder',
};

/** A dispute's stage for the merchant. */
const disputeStageLabels: Record<string, StatusLabel> = {
  needs_response: { text: 'Needs response', tone: 'caution' },
  unanswered: { text: 'Not answered in time', tone: 'neutral' },
  under_review: { text: 'Under review', tone: 'accent' },
  accepted: { text: 'Accepted', tone: 'neutral' },
  won: { text: 'Won', tone: 'positive' },
  lost: { text: 'Lost', tone: 'negative' },
};

const transactionTypeLabels: Record<string, string> = {
  PAYMENT: 'Payment',
  REFUND: 'Refund',
  CHARGEBACK: 'Chargeback',
};

export function getTransactionStatusLabel(status: string, type = 'PAYMENT'): StatusLabel {
  const typeLabels = type === 'REFUND' ? refund : type === 'CHARGEBACK' ? chargeback : undefined;
  return typeLabels?.[status] ?? paymentLabels[status] ?? { text: status, tone: 'neutral' };
}

/** What happened after a capture: a payment's amounts in minor units, and a chargeback's stage. */
export type StatusDetails = {
  amountCaptured: number;
  amountRefunded: number;
  chargebackOpen: number;
  amountChargedBack: number;
  disputeStage: string | null;
  disputeDueBy: Date | string | null;
};

/**
 * A payment's status, combined with its chargebacks and refunds. Alone, it would hide that a chargeback holds or has taken
 * money, or that the payer has it back.
 */
export function getPaymentStatusLabel(
  status: string,
  {
    amountCaptured,
    amountRefunded,
    chargebackOpen,
    amountChargedBack,
  }: Omit<StatusDetails, 'disputeStage' | 'disputeDueBy'>,
): StatusLabel {
  const { text, tone } = getTransactionStatusLabel(status);
  if (chargebackOpen > 0) return { text: `${text}, chargeback open`, tone: 'caution' };
  if (amountChargedBack > 0) return { text: `${text}, charged back`, tone: 'negative' };
  const extent = getRefundExtent({ captured: amountCaptured, refunded: amountRefunded });
  return extent
    ? {
        text: `${text}, ${getRefundExtentLabel(extent).toLowerCase()}`,
        tone: extent === 'FULL' ? 'neutral' : tone,
      }
    : { text, tone };
}

export function getRefundExtentLabel(extent: RefundExtent): string {
  return refundExtentLabels[extent];
}

/**
 * "€10.00 of €42.00": what the payment's status label doesn't say about its refunds. Null if it says everything. A
 * chargeback's label hides the refunds, so the text names them.
 */
export function describeRefundedAmount(
  currency: string,
  { amountCaptured, amountRefunded, chargebackOpen, amountChargedBack }: StatusDetails,
): string | null {
  const isHidden = chargebackOpen > 0 || amountChargedBack > 0;
  const extent = getRefundExtent({ captured: amountCaptured, refunded: amountRefunded });
  if (!extent || (extent === 'FULL' && !isHidden)) return null;
  const amounts = `${formatAmount(amountRefunded, currency)} of ${formatAmount(amountCaptured, currency)}`;
  return isHidden ? `${amounts} refunded` : amounts;
}

/** The label of any transaction: by its type, a payment's chargebacks and refunds, and a chargeback's stage. */
export function getDetailedStatusLabel(status: string, type: string, details: StatusDetails): StatusLabel {
  if (type === 'CHARGEBACK' && details.disputeStage)
    return getDisputeStageLabel(details.disputeStage, details.disputeDueBy);
  return type === 'PAYMENT'
    ? getPaymentStatusLabel(status, details)
    : getTransactionStatusLabel(status, type);
}

/** Whether the deadline has passed without a response. */
export function isDisputeUnanswered(stage: string, dueBy: Date | string | null): boolean {
  return stage === 'needs_response' && dueBy !== null && new Date(dueBy) <= new Date();
}

/** A chargeback without a response by `dueBy` is labeled so until it's decided. */
export function getDisputeStageLabel(stage: string, dueBy: Date | string | null): StatusLabel {
  const effectiveStage = isDisputeUnanswered(stage, dueBy) ? 'unanswered' : stage;
  return disputeStageLabels[effectiveStage] ?? { text: effectiveStage, tone: 'neutral' };
}

/** A reason is a name, or a code of the card network. */
export function getDisputeReasonLabel(reason: string): string {
  const meaning = disputeReasonCodes[reason];
  if (meaning) return `${meaning} (${reason})`;
  return capitalize(disputeReasonLabels[reason] ?? reason.replaceAll('_', ' '));
}

/** `isAccepted`: the acquirer received it, and reports its outcome later. */
export function getOperationStatusLabel(status: string, type = '', isAccepted = false): StatusLabel {
  if (status === 'PENDING' && isAccepted) return { text: 'Pending', tone: 'accent' };
  if (status === 'SUCCEEDED' && disputeOperationLabels[type]) return disputeOperationLabels[type];
  return operationStatusLabels[status] ?? { text: status, tone: 'neutral' };
}

export function getOperationLabel(type: string): string {
  return operationTypeLabels[type] ?? type;
}

export function getTransactionTypeLabel(type: string): string {
  return transactionTypeLabels[type] ?? type;
}

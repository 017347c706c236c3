/** What transaction and operation names of the API are called on a page, and how good the news is. */
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

// The same status says something else of a refund and of a chargeback (decisions: Lifecycle).
const refund: Record<string, StatusLabel> = {
  CAPTURED: { text: 'Succeeded', tone: 'positive' },
  DECLINED: { text: 'Failed', tone: 'negative' },
};
const chargeback: Record<string, StatusLabel> = {
  CAPTURED: { text: 'Open', tone: 'caution' },
  SETTLED: { text: 'Lost', tone: 'negative' },
  VOIDED: { text: 'Won', tone: 'positive' },
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
  expire: 'Hold expired',
  settle: 'Settlement',
  chargeback: 'Chargeback',
  dispute_lost: 'Chargeback lost',
  dispute_won: 'Chargeback won',
};

// That the steps of a dispute succeeded would be no news: what they did to the money is.
const disputeOperationLabels: Record<string, StatusLabel> = {
  chargeback: { text: 'Money taken back', tone: 'caution' },
  dispute_lost: { text: 'Money lost', tone: 'negative' },
  dispute_won: { text: 'Money returned to you', tone: 'positive' },
};

const disputeReasonLabels: Record<string, string> = {
  fraudulent: 'Fraudulent: cardholder doesn’t recognize the charge',
};

/** How far a dispute is, to the merchant. */
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

/** What chargebacks have done to a payment, in minor units, and how far a chargeback is. */
export type PaymentDisputeInfo = {
  chargebackOpen: number;
  amountChargedBack: number;
  disputeStage: string | null;
  disputeDueBy: Date | string | null;
};

/** A payment's status, which alone would look all well when a chargeback holds money or has taken it. */
export function getPaymentStatusLabel(
  status: string,
  { chargebackOpen, amountChargedBack }: Pick<PaymentDisputeInfo, 'chargebackOpen' | 'amountChargedBack'>,
): StatusLabel {
  const { text, tone } = getTransactionStatusLabel(status);
  if (chargebackOpen > 0) return { text: `${text}, chargeback open`, tone: 'caution' };
  if (amountChargedBack > 0) return { text: `${text}, charged back`, tone: 'negative' };
  return { text, tone };
}

/** Whether the time for an answer is over and nobody gave one. */
export function isDisputeUnanswered(stage: string, dueBy: Date | string | null): boolean {
  return stage === 'needs_response' && dueBy !== null && new Date(dueBy) <= new Date();
}

/** A chargeback that no one answered before `dueBy` says so, until it is decided. */
export function getDisputeStageLabel(stage: string, dueBy: Date | string | null): StatusLabel {
  const effectiveStage = isDisputeUnanswered(stage, dueBy) ? 'unanswered' : stage;
  return disputeStageLabels[effectiveStage] ?? { text: effectiveStage, tone: 'neutral' };
}

export function getDisputeReasonLabel(reason: string): string {
  return disputeReasonLabels[reason] ?? reason.replaceAll('_', ' ');
}

export function getOperationStatusLabel(status: string, type = ''): StatusLabel {
  if (status === 'SUCCEEDED' && disputeOperationLabels[type]) return disputeOperationLabels[type];
  return operationStatusLabels[status] ?? { text: status, tone: 'neutral' };
}

export function getOperationLabel(type: string): string {
  return operationTypeLabels[type] ?? type;
}

export function getTransactionTypeLabel(type: string): string {
  return transactionTypeLabels[type] ?? type;
}

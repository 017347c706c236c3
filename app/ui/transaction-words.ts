/** What transaction and operation names of the API are called on a page, and how good the news is. */
export type Tone = 'positive' | 'caution' | 'negative' | 'accent' | 'neutral';

export type Word = { text: string; tone: Tone };

const payment: Record<string, Word> = {
  PENDING: { text: 'Pending', tone: 'caution' },
  AUTHORIZED: { text: 'Authorised', tone: 'accent' },
  DECLINED: { text: 'Declined', tone: 'negative' },
  VOIDED: { text: 'Voided', tone: 'neutral' },
  PARTIAL_CAPTURED: { text: 'Partly captured', tone: 'accent' },
  CAPTURED: { text: 'Captured', tone: 'positive' },
  EXPIRED: { text: 'Expired', tone: 'neutral' },
  SETTLED: { text: 'Settled', tone: 'positive' },
};

// The same status says something else of a refund and of a chargeback (decisions: Lifecycle).
const refund: Record<string, Word> = {
  CAPTURED: { text: 'Accepted', tone: 'positive' },
  DECLINED: { text: 'Refused', tone: 'negative' },
};
const chargeback: Record<string, Word> = {
  CAPTURED: { text: 'Open', tone: 'caution' },
  SETTLED: { text: 'Lost', tone: 'negative' },
  VOIDED: { text: 'Won', tone: 'positive' },
};

const operationStatuses: Record<string, Word> = {
  PENDING: { text: 'Outcome not known yet', tone: 'caution' },
  SUCCEEDED: { text: 'Succeeded', tone: 'positive' },
  FAILED: { text: 'Failed', tone: 'negative' },
};

const operations: Record<string, string> = {
  authorize: 'Authorisation',
  authcap: 'Authorisation and capture',
  partial_capture: 'Partial capture',
  capture: 'Capture',
  void: 'Void',
  refund: 'Refund',
  expire: 'Expiry',
  settle: 'Settlement',
  chargeback: 'Chargeback',
  dispute_lost: 'Chargeback lost',
  dispute_won: 'Chargeback won',
};

// That the steps of a dispute succeeded would be no news: what they did to the money is.
const disputeSteps: Record<string, Word> = {
  chargeback: { text: 'Money taken back', tone: 'caution' },
  dispute_lost: { text: 'Money lost', tone: 'negative' },
  dispute_won: { text: 'Money returned to you', tone: 'positive' },
};

const disputeReasons: Record<string, string> = {
  fraudulent: 'Fraudulent: the cardholder does not recognise it',
};

/** How far a dispute is, to the merchant. */
const disputeStages: Record<string, Word> = {
  needs_response: { text: 'Waits for an answer', tone: 'caution' },
  unanswered: { text: 'Not answered in time', tone: 'neutral' },
  under_review: { text: 'Answered', tone: 'accent' },
  accepted: { text: 'Accepted', tone: 'neutral' },
  won: { text: 'Won', tone: 'positive' },
  lost: { text: 'Lost', tone: 'negative' },
};

const types: Record<string, string> = { PAYMENT: 'Payment', REFUND: 'Refund', CHARGEBACK: 'Chargeback' };

export function statusWord(status: string, type = 'PAYMENT'): Word {
  const own = type === 'REFUND' ? refund : type === 'CHARGEBACK' ? chargeback : undefined;
  return own?.[status] ?? payment[status] ?? { text: status, tone: 'neutral' };
}

/** What chargebacks have done to a payment, in minor units, and how far a chargeback is. */
export type Disputed = {
  chargebackOpen: number;
  amountChargedBack: number;
  disputeStage: string | null;
  disputeDueBy: Date | string | null;
};

/** A payment's status, which alone would look all well when a chargeback holds money or has taken it. */
export function paymentWord(
  status: string,
  { chargebackOpen, amountChargedBack }: Pick<Disputed, 'chargebackOpen' | 'amountChargedBack'>,
): Word {
  const { text, tone } = statusWord(status);
  if (chargebackOpen > 0) return { text: `${text}, chargeback open`, tone: 'caution' };
  if (amountChargedBack > 0) return { text: `${text}, charged back`, tone: 'negative' };
  return { text, tone };
}

/** Whether the time for an answer is over and nobody gave one. */
export function isUnanswered(stage: string, dueBy: Date | string | null): boolean {
  return stage === 'needs_response' && dueBy !== null && new Date(dueBy) <= new Date();
}

/** A chargeback that nobody answered before `dueBy` says so, until it is decided. */
export function disputeStageWord(stage: string, dueBy: Date | string | null): Word {
  const told = isUnanswered(stage, dueBy) ? 'unanswered' : stage;
  return disputeStages[told] ?? { text: told, tone: 'neutral' };
}

export function disputeReasonWord(reason: string): string {
  return disputeReasons[reason] ?? reason.replaceAll('_', ' ');
}

export function operationStatusWord(status: string, type = ''): Word {
  if (status === 'SUCCEEDED' && disputeSteps[type]) return disputeSteps[type];
  return operationStatuses[status] ?? { text: status, tone: 'neutral' };
}

export function operationWord(type: string): string {
  return operations[type] ?? type;
}

export function typeWord(type: string): string {
  return types[type] ?? type;
}

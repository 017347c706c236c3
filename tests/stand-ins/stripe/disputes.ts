import type Stripe from 'stripe';
import {
  isLive,
  newStripeId,
  scheduleLater,
  type Context,
  type StoredCharge,
  type StoredDispute,
} from './account-state';
import { refuse, refuseMissing } from './protocol/api-error';
import { addTransaction } from './balance';
import { refundableAmount } from './charges';

export const disputeParameters = ['evidence', 'submit', 'metadata', 'expand'];
/** How long a merchant can respond. */
const responseSeconds = 14 * 86_400;
const fileFields = [
  'cancellation_policy',
  'customer_communication',
  'customer_signature',
  'duplicate_charge_documentation',
  'receipt',
  'refund_policy',
  'service_documentation',
  'shipping_documentation',
  'uncategorized_file',
] as const;
/** Stripe's limit on all texts together. */
const maximumEvidenceLength = 150_000;
/** Of the text and all files. Stripe estimates them, and each card network has its own limit. */
const maximumEvidencePages = 50;
const charactersPerPage = 4_000;

/** The bank opens a dispute, or an inquiry, which takes no money. */
export function openDispute(
  context: Context,
  charge: StoredCharge,
  {
    amount,
    reason = 'fraudulent',
    isInquiry = false,
  }: { amount?: number; reason?: string; isInquiry?: boolean },
): StoredDispute {
  const { account, clock, events } = context;
  const disputed = amount ?? refundableAmount(context, charge);
  if (!charge.captured || disputed < 1 || disputed > charge.amount_captured)
    throw refuse(`Charge ${charge.id} can't be disputed for ${disputed}.`);
  const { card } = charge.payment_method_details;
  const dispute = {
    id: newStripeId('du'),
    object: 'dispute',
    amount: disputed,
    balance_transactions: [],
    charge: charge.id,
    created: clock.now(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: emptyEvidence(),
    evidence_details: {
      due_by: clock.now() + responseSeconds,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: 'manual',
    is_charge_refundable: isInquiry,
    livemode: isLive(context),
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: {
        brand: card.brand ?? 'visa',
        case_type: isInquiry ? 'inquiry' : 'chargeback',
        network: card.brand ?? 'visa',
        network_reason_code: '10.4',
      },
      type: 'card',
    },
    reason,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  } satisfies Stripe.Dispute as StoredDispute;
  account.disputes.set(dispute.id, dispute);
  charge.disputed = true;
  if (!isInquiry) withdraw(context, dispute);
  events.publish(context, 'charge.dispute.created', dispute);
  if (!isInquiry) events.publish(context, 'charge.dispute.funds_withdrawn', dispute);
  scheduleLater(context, responseSeconds, (then) => {
    if (!isOpen(dispute)) return;
    dispute.evidence_details.past_due = true;
    decideDispute(then, dispute.id, isInquiry ? 'warning_closed' : 'lost');
  });
  return dispute;
}

function withdraw(context: Context, dispute: StoredDispute): void {
  dispute.balance_transactions.push(
    addTransaction(context, {
      type: 'adjustment',
      category: 'dispute',
      source: dispute.id,
      amount: -dispute.amount,
      currency: dispute.currency,
      fee: context.settings.disputeFee,
      description: `Chargeback withdrawal for ${dispute.charge}`,
    }),
  );
}

/** What the bank decides. */
export function decideDispute(
  context: Context,
  id: string,
  status: 'won' | 'lost' | 'warning_closed' | 'prevented' | 'needs_response',
): StoredDispute {
  const { events } = context;
  const dispute = findDispute(context, id);
  const isInquiry = dispute.status.startsWith('warning_');
  if (isDecided(dispute)) throw refuse(`Dispute ${id} is already ${dispute.status}.`);
  // An inquiry became a dispute.
  if (status === 'needs_response') {
    if (!isInquiry) throw refuse(`Dispute ${id} isn't an inquiry.`);
    withdraw(context, dispute);
    Object.assign(dispute, { status, is_charge_refundable: false });
    events.publish(context, 'charge.dispute.funds_withdrawn', dispute);
    events.publish(context, 'charge.dispute.updated', dispute);
    return dispute;
  }
  dispute.status = status;
  dispute.is_charge_refundable = status === 'won' || status === 'warning_closed';
  if (status === 'won' && !isInquiry) {
    dispute.balance_transactions.push(
      addTransaction(context, {
        type: 'adjustment',
        category: 'dispute_reversal',
        source: dispute.id,
        amount: dispute.amount,
        currency: dispute.currency,
        description: `Chargeback reversal for ${dispute.charge}`,
      }),
    );
    events.publish(context, 'charge.dispute.funds_reinstated', dispute);
  }
  events.publish(context, 'charge.dispute.closed', dispute);
  return dispute;
}

/** Stages evidence, and submits it unless `submit` is false. It can be submitted once. */
export function updateDispute(
  context: Context,
  id: string,
  { evidence, submit = true, metadata }: Stripe.DisputeUpdateParams,
): StoredDispute {
  const dispute = findDispute(context, id);
  const changesEvidence = evidence !== undefined || submit;
  if (changesEvidence && !isOpen(dispute))
    throw refuse(
      isDecided(dispute) || dispute.evidence_details.past_due
        ? 'This dispute is already closed'
        : 'Evidence has already been submitted for this dispute.',
    );
  if (evidence) stage(context, dispute, evidence);
  if (submit) submitEvidence(context, dispute);
  // A refused request changes nothing.
  if (metadata) Object.assign(dispute.metadata, metadata);
  if (changesEvidence) context.events.publish(context, 'charge.dispute.updated', dispute);
  return dispute;
}

function stage(
  { account }: Context,
  dispute: StoredDispute,
  evidence: Stripe.DisputeUpdateParams.Evidence,
): void {
  for (const field of fileFields) {
    const file = evidence[field];
    if (!file) continue;
    const uploaded = account.files.get(file);
    if (!uploaded) throw refuseMissing('file upload', file, `evidence[${field}]`, 400);
    if (uploaded.purpose !== 'dispute_evidence')
      throw refuse(`The file ${file} must have the purpose dispute_evidence.`, {
        param: `evidence[${field}]`,
      });
  }
  const staged = { ...dispute.evidence, ...(evidence as Partial<Stripe.Dispute.Evidence>) };
  const length = Object.values(staged).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 0),
    0,
  );
  if (length > maximumEvidenceLength)
    throw refuse(`The evidence is longer than ${maximumEvidenceLength} characters.`, { param: 'evidence' });
  const filePages = fileFields.reduce((sum, field) => {
    const file = staged[field];
    return sum + (typeof file === 'string' ? account.pagesOfFiles.get(file)! : 0);
  }, 0);
  if (filePages + Math.ceil(length / charactersPerPage) > maximumEvidencePages)
    throw refuse(`The evidence has more than ${maximumEvidencePages} pages.`, {
      code: 'dispute_evidence_page_limit_exceeded',
    });
  dispute.evidence = staged;
  dispute.evidence_details.has_evidence = true;
}

function submitEvidence(context: Context, dispute: StoredDispute): void {
  const isInquiry = dispute.status.startsWith('warning_');
  dispute.status = isInquiry ? 'warning_under_review' : 'under_review';
  dispute.evidence_details.submission_count += 1;
  dispute.evidence_details.submission_method = 'manual';
  // Stripe's test mode decides by this text.
  const decision = {
    winning_evidence: isInquiry ? ('warning_closed' as const) : ('won' as const),
    losing_evidence: isInquiry ? ('needs_response' as const) : ('lost' as const),
  }[dispute.evidence.uncategorized_text ?? ''];
  if (decision)
    scheduleLater(context, context.settings.laterSeconds, (then) => {
      if (!isDecided(dispute)) decideDispute(then, dispute.id, decision);
    });
}

/** The merchant accepts the dispute. */
export function closeDispute(context: Context, id: string): StoredDispute {
  const dispute = findDispute(context, id);
  if (isDecided(dispute)) throw refuse('This dispute is already closed');
  return decideDispute(context, id, dispute.status.startsWith('warning_') ? 'warning_closed' : 'lost');
}

const isOpen = ({ status }: StoredDispute) =>
  status === 'needs_response' || status === 'warning_needs_response';
const isDecided = ({ status }: StoredDispute) =>
  ['won', 'lost', 'warning_closed', 'prevented'].includes(status);

export function findDispute({ account }: Context, id: string): StoredDispute {
  const dispute = account.disputes.get(id);
  if (!dispute) throw refuseMissing('dispute', id);
  return dispute;
}

function emptyEvidence(): Stripe.Dispute.Evidence {
  return {
    access_activity_log: null,
    billing_address: null,
    cancellation_policy: null,
    cancellation_policy_disclosure: null,
    cancellation_rebuttal: null,
    customer_communication: null,
    customer_email_address: null,
    customer_name: null,
    customer_purchase_ip: null,
    customer_signature: null,
    duplicate_charge_documentation: null,
    duplicate_charge_explanation: null,
    duplicate_charge_id: null,
    enhanced_evidence: {},
    product_description: null,
    receipt: null,
    refund_policy: null,
    refund_policy_disclosure: null,
    refund_refusal_explanation: null,
    service_date: null,
    service_documentation: null,
    shipping_address: null,
    shipping_carrier: null,
    shipping_date: null,
    shipping_documentation: null,
    shipping_tracking_number: null,
    uncategorized_file: null,
    uncategorized_text: null,
  };
}

import type {
  Context,
  ModificationDecision,
  ModificationKind,
  StoredModification,
  StoredPayment,
} from './account-state';
import { AdyenApiError, refuse } from './api-error';
import { checkAmount } from './currencies';
import { addLedgerEntry, removeLedgerEntry } from './settlement';
import { newPspReference } from './psp-reference';
import { findPayment } from './payments';
import type {
  NotificationRequestItem,
  PaymentCancelRequest,
  PaymentCancelResponse,
  PaymentCaptureRequest,
  PaymentCaptureResponse,
  PaymentRefundRequest,
  PaymentRefundResponse,
  PaymentReversalRequest,
  PaymentReversalResponse,
  StandalonePaymentCancelRequest,
  StandalonePaymentCancelResponse,
} from './sdk-types';

export const modificationFields = {
  capture: ['amount', 'applicationInfo', 'merchantAccount', 'reference'],
  cancel: ['applicationInfo', 'merchantAccount', 'reference'],
  refund: ['amount', 'applicationInfo', 'merchantAccount', 'merchantRefundReason', 'reference'],
  reversal: ['applicationInfo', 'merchantAccount', 'reference'],
  technicalCancel: ['applicationInfo', 'merchantAccount', 'paymentReference', 'reference'],
};

const noBalance = 'Insufficient balance on payment';
const notCaptured = "Transaction hasn't been captured, refund not possible";

const eventCodes = {
  capture: 'CAPTURE',
  cancel: 'CANCELLATION',
  refund: 'REFUND',
  reversal: 'CANCEL_OR_REFUND',
  technical_cancel: 'TECHNICAL_CANCEL',
} as const satisfies Record<ModificationKind, NotificationRequestItem['eventCode']>;

export function capturePayment(
  context: Context,
  request: PaymentCaptureRequest,
  pspReference: string,
): PaymentCaptureResponse {
  const { amount, merchantAccount } = request;
  const payment = findPayment(context, pspReference, merchantAccount);
  checkModificationAmount(payment, amount);
  const modification = receive(context, 'capture', payment, request, amount);
  return {
    amount,
    merchantAccount,
    paymentPspReference: pspReference,
    status: 'received',
    ...referencesOf(modification),
  };
}

export function cancelPayment(
  context: Context,
  request: PaymentCancelRequest,
  pspReference: string,
): PaymentCancelResponse {
  const { merchantAccount } = request;
  const payment = findPayment(context, pspReference, merchantAccount);
  const modification = receive(context, 'cancel', payment, request);
  return {
    merchantAccount,
    paymentPspReference: pspReference,
    status: 'received',
    ...referencesOf(modification),
  };
}

export function refundPayment(
  context: Context,
  request: PaymentRefundRequest,
  pspReference: string,
): PaymentRefundResponse {
  const { amount, merchantAccount } = request;
  const payment = findPayment(context, pspReference, merchantAccount);
  checkModificationAmount(payment, amount);
  const modification = receive(context, 'refund', payment, request, amount);
  return {
    amount,
    merchantAccount,
    paymentPspReference: pspReference,
    status: 'received',
    ...referencesOf(modification),
  };
}

export function reversePayment(
  context: Context,
  request: PaymentReversalRequest,
  pspReference: string,
): PaymentReversalResponse {
  const { merchantAccount } = request;
  const payment = findPayment(context, pspReference, merchantAccount);
  const modification = receive(context, 'reversal', payment, request);
  return {
    merchantAccount,
    paymentPspReference: pspReference,
    status: 'received',
    ...referencesOf(modification),
  };
}

/** Cancels by the merchant's reference, which may not have arrived yet. Only the webhook says what happened. */
export function cancelByReference(
  context: Context,
  request: StandalonePaymentCancelRequest,
): StandalonePaymentCancelResponse {
  const { merchantAccount, paymentReference } = request;
  const modification = receive(context, 'technical_cancel', null, request);
  modification.paymentReference = paymentReference;
  return { merchantAccount, paymentReference, status: 'received', ...referencesOf(modification) };
}

function referencesOf({ pspReference, reference }: StoredModification) {
  return { pspReference, ...(reference !== null && { reference }) };
}

function checkModificationAmount(payment: StoredPayment, amount: { currency: string; value: number }): void {
  checkAmount(amount, 1);
  if (amount.currency !== payment.amount.currency)
    throw refuse('137', 'Invalid amount specified: the currency is not that of the payment');
}

/** Adyen answers at once that it received the request, and decides later. */
function receive(
  context: Context,
  kind: ModificationKind,
  payment: StoredPayment | null,
  request: { merchantAccount: string; reference?: string },
  amount: StoredModification['amount'] = null,
): StoredModification {
  if ((request.reference?.length ?? 0) > 80) throw refuse('000', 'reference is longer than 80 characters');
  const modification: StoredModification = {
    pspReference: newPspReference(),
    kind,
    merchantAccount: request.merchantAccount,
    paymentPspReference: payment?.pspReference ?? null,
    paymentReference: null,
    reference: request.reference ?? null,
    amount,
    isAutomatic: false,
    status: 'received',
    reason: null,
  };
  context.account.modifications.set(modification.pspReference, modification);
  context.clock.schedule(context.settings.laterSeconds, () => execute(context, modification));
  return modification;
}

/** Adyen captures by itself, without a webhook. */
export function captureAutomatically(context: Context, payment: StoredPayment): void {
  if (payment.held === 0) return;
  const modification: StoredModification = {
    pspReference: newPspReference(),
    kind: 'capture',
    merchantAccount: payment.merchantAccount,
    paymentPspReference: payment.pspReference,
    paymentReference: null,
    reference: null,
    amount: { ...payment.amount, value: payment.held },
    isAutomatic: true,
    status: 'succeeded',
    reason: null,
  };
  context.account.modifications.set(modification.pspReference, modification);
  capture(context, payment, modification, payment.held);
  if (payment.behavior.capture) failLater(context, modification, 'failed');
}

function execute(context: Context, modification: StoredModification): void {
  const payment = findPaymentOf(context, modification);
  modification.paymentPspReference = payment?.pspReference ?? null;
  const decision = takeDecision(context, modification, payment);
  const refusal =
    decision?.outcome === 'refused'
      ? (decision.reason ?? 'Refused')
      : payment
        ? apply(context, payment, modification)
        : 'Original payment not found';
  modification.status = refusal ? 'refused' : 'succeeded';
  modification.reason = refusal;
  publish(context, modification, eventCodes[modification.kind], !refusal, refusal ?? '');
  if (!refusal && decision && decision.outcome !== 'refused')
    failLater(context, modification, decision.outcome, decision.reason);
}

const failureReasons: Partial<Record<ModificationKind, string>> = {
  capture: 'Capture Failed',
  refund: 'Refund Failed',
};

/** A technical cancel is for the payment that can still be canceled, or else for the last one that was submitted. */
function findPaymentOf({ account }: Context, modification: StoredModification): StoredPayment | undefined {
  const { paymentPspReference, paymentReference, merchantAccount } = modification;
  if (paymentPspReference) return account.payments.get(paymentPspReference);
  const named = [...account.payments.values()].filter(
    (payment) =>
      payment.reference === paymentReference &&
      payment.merchantAccount === merchantAccount &&
      payment.status !== 'challenged',
  );
  return named.findLast((payment) => isCancelable(payment)) ?? named.at(-1);
}

function takeDecision(
  { account }: Context,
  { kind }: StoredModification,
  payment: StoredPayment | undefined,
): ModificationDecision | undefined {
  const index = account.decisions.findIndex(({ operation }) => operation === kind);
  if (index >= 0) return account.decisions.splice(index, 1)[0];
  const outcome = kind === 'capture' || kind === 'refund' ? payment?.behavior[kind] : undefined;
  return outcome && { operation: kind, outcome };
}

const isCancelable = ({ status, held }: StoredPayment) => status === 'authorized' && held > 0;

/** @returns why it isn't possible, or null when it is done */
function apply(context: Context, payment: StoredPayment, modification: StoredModification): string | null {
  const { kind, amount } = modification;
  switch (kind) {
    case 'capture':
      if (payment.held < amount!.value) return noBalance;
      capture(context, payment, modification, amount!.value);
      return null;
    case 'refund':
      if (payment.captured === 0) return notCaptured;
      if (refundableAmount(payment) < amount!.value) return noBalance;
      refund(context, payment, modification, amount!.value);
      return null;
    case 'cancel':
    case 'technical_cancel':
      if (!isCancelable(payment)) return `Payment is ${payment.captured ? 'captured' : payment.status}`;
      cancel(payment);
      return null;
    case 'reversal':
      return reverse(context, payment, modification);
  }
}

function reverse(context: Context, payment: StoredPayment, modification: StoredModification): string | null {
  const value = refundableAmount(payment);
  if (!isCancelable(payment) && value === 0) return noBalance;
  cancel(payment);
  if (value) refund(context, payment, modification, value);
  modification.amount = value ? { ...payment.amount, value } : null;
  return null;
}

function cancel(payment: StoredPayment): void {
  payment.held = 0;
  if (payment.captured === 0) payment.status = 'canceled';
}

function capture(
  context: Context,
  payment: StoredPayment,
  modification: StoredModification,
  value: number,
): void {
  payment.captured += value;
  payment.held = context.settings.multiplePartialCaptures ? payment.held - value : 0;
  addLedgerEntry(context, { type: 'Settled', payment, modification, value });
}

function refund(
  context: Context,
  payment: StoredPayment,
  modification: StoredModification,
  value: number,
): void {
  payment.refunded += value;
  addLedgerEntry(context, { type: 'Refunded', payment, modification, value: -value });
}

/** What can still be refunded. */
export const refundableAmount = ({ captured, refunded, chargedBack }: StoredPayment) =>
  captured - refunded - chargedBack;

function failLater(
  context: Context,
  modification: StoredModification,
  outcome: 'failed' | 'reversed',
  reason?: string,
): void {
  context.clock.schedule(context.settings.laterSeconds, () => {
    if (modification.status === 'succeeded') failModification(context, modification, outcome, reason);
  });
}

/** The scheme rejects what had succeeded. `reversed`: the money of a refund came back. */
export function failModification(
  context: Context,
  modification: StoredModification,
  outcome: 'failed' | 'reversed',
  reason = failureReasons[modification.kind] ?? '',
): void {
  const { kind, amount, status } = modification;
  const payment = context.account.payments.get(modification.paymentPspReference ?? '');
  const isPossible = kind === 'refund' || (kind === 'capture' && outcome === 'failed');
  if (!isPossible || status !== 'succeeded' || !payment)
    throw new AdyenApiError(422, '000', `A ${kind} that is ${status} can't become ${outcome}.`);
  modification.status = outcome;
  modification.reason = reason;
  if (kind === 'capture') {
    if (!removeLedgerEntry(context, modification))
      throw new AdyenApiError(422, '000', 'The capture is already paid out.');
    payment.captured -= amount!.value;
    publish(context, modification, 'CAPTURE_FAILED', true, reason);
    return;
  }
  payment.refunded -= amount!.value;
  if (outcome === 'reversed' || !removeLedgerEntry(context, modification))
    addLedgerEntry(context, { type: 'RefundedReversed', payment, modification, value: amount!.value });
  publish(context, modification, outcome === 'failed' ? 'REFUND_FAILED' : 'REFUNDED_REVERSED', true, reason);
}

function publish(
  { account, webhooks }: Context,
  modification: StoredModification,
  eventCode: NotificationRequestItem['eventCode'],
  success: boolean,
  reason: string,
): void {
  const { kind, paymentPspReference, paymentReference, amount, reference } = modification;
  const payment = account.payments.get(paymentPspReference ?? '');
  webhooks.publish({
    eventCode,
    success,
    pspReference: modification.pspReference,
    ...(payment && { originalReference: payment.pspReference, paymentMethod: payment.card.brand }),
    merchantAccountCode: modification.merchantAccount,
    // Adyen sends the modification's own reference, and that of the payment only without one. After a technical cancel,
    // it sends that of the payment.
    merchantReference: paymentReference ?? reference ?? payment?.reference ?? '',
    amount: amount ?? payment?.amount ?? { currency: 'EUR', value: 0 },
    reason,
    ...(kind === 'reversal' && {
      additionalData: { 'modification.action': amount ? 'refund' : 'cancel' },
    }),
  });
}

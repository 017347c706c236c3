import type { Capabilities } from '~/acquirers/acquirer';
// Messages about manual operations that say exactly what happens to whose money.
import type { ManualOperationResult } from '~/payments/operations/manual-operation-results';
import type { StatusChange } from '~/payments/transactions/status-changes';
import type { ManualOperation, UnavailableReason } from '~/payments/operations/available-operations';
import { formatAmount } from '~/platform/money/money';
import { getCardBrandLabel } from '../content/card-number';
import { formatTime, formatDate } from '../content/time-format';

export const manualOperationLabels: Record<ManualOperation, string> = {
  capture: 'Capture',
  void: 'Void',
  refund: 'Refund',
};

export const unavailableReasonMessages: Record<UnavailableReason, string> = {
  account_suspended: 'This account is suspended, so it can’t move money.',
  authorization_pending: 'The bank hasn’t responded to the authorization yet. We’ll keep checking.',
  declined: 'The payment was declined. No money was held or moved.',
  hold_released: 'The rest was released to the payer with the capture.',
  hold_expired: 'The hold has expired, and the rest was released to the payer.',
  operation_pending: 'The remaining amount is being processed by the bank.',
  capture_pending:
    'A capture is being processed, and this payment can be captured only once. If it’s declined, you can capture again.',
  all_captured: 'The full amount is already captured.',
  nothing_on_hold: 'Nothing is left on hold.',
  nothing_captured: 'Nothing has been captured yet.',
  locked_by_chargeback: 'The remaining amount is locked until an open chargeback is decided.',
  charged_back: 'The remaining amount was lost to a chargeback.',
  all_refunded: 'The full amount is already refunded.',
};

/** Amounts in minor units. `remaining`: the amount available before the operation. */
export type OperationPreview = {
  operation: ManualOperation;
  amount: number;
  remaining: number;
  currency: string;
  cardBrand: string | null;
  cardLastFour: string | null;
};

/** "Refund €20.00 of €60.00 to Visa ending in 4242" */
export function describeManualOperation({
  operation,
  amount,
  remaining,
  currency,
  cardBrand,
  cardLastFour,
}: OperationPreview): string {
  const share = `${formatAmount(amount, currency)} of ${formatAmount(remaining, currency)}`;
  const card = cardLastFour ? `${getCardBrandLabel(cardBrand)} ending in ${cardLastFour}` : 'the card';
  switch (operation) {
    case 'capture':
      return `Capture ${share} on hold from ${card}`;
    case 'void':
      return `Release ${share} on hold on ${card}`;
    case 'refund':
      return `Refund ${share} to ${card}`;
  }
}

/** The result of the operation, and what can't be undone. */
export function describeConsequences(
  { operation, amount, remaining, currency }: OperationPreview,
  holdEnds: string | null,
): string {
  const rest = remaining - amount > 0 ? formatAmount(remaining - amount, currency) : null;
  switch (operation) {
    case 'capture':
      return rest
        ? `${rest} stays on hold${holdEnds ? ` until ${holdEnds}` : ''}.`
        : 'Nothing stays on hold.';
    case 'void':
      return `${rest ? `${rest} stays on hold${holdEnds ? ` until ${holdEnds}` : ''}` : 'Nothing stays on hold'}. A released amount can’t be captured later.`;
    case 'refund':
      return `${rest ? `${rest} can still be refunded after this` : 'Nothing is left to refund after this'}. You can’t undo a refund.`;
  }
}

/** "€60.00 is left to refund.", or that nothing is. */
export function describeRemainingAmount(
  operation: ManualOperation,
  remaining: number,
  currency: string,
): string {
  return `${remaining > 0 ? `${formatAmount(remaining, currency)} is` : 'Nothing is'} left to ${operation === 'void' ? 'release' : operation}.`;
}

/** What the payment's acquirer can't do with part of a hold. Null when it can do everything. */
export function describeCapabilityLimit(
  operation: ManualOperation,
  { multipleCaptures, partialVoid }: Capabilities,
): string | null {
  if (operation === 'capture' && !multipleCaptures)
    return 'The acquirer allows one capture per payment and then releases the rest.';
  if (operation === 'void' && !partialVoid) return 'The acquirer can release it only as a whole.';
  return null;
}

const recentMs = 2 * 60_000;

/** "Ada Example refunded €60.00 a moment ago." */
export function describeStatusChange(
  { type, status, amount, by, at }: StatusChange,
  { currency, timeZone, now }: { currency: string; timeZone: string; now: Date },
): string {
  const money = formatAmount(amount, currency);
  const when =
    now.getTime() - at.getTime() < recentMs
      ? 'a moment ago'
      : `at ${formatTime(at, timeZone)} on ${formatDate(at, timeZone)}`;
  const who =
    by.kind === 'you' ? 'You' : by.kind === 'person' ? by.name : by.kind === 'api' ? 'Your server' : null;
  const through = by.kind === 'api' ? ' through the API' : '';
  const verbs: Record<string, [done: string, noun: string]> = {
    capture: ['captured', 'capture'],
    partial_capture: ['captured', 'capture'],
    void: ['released', 'release'],
    refund: ['refunded', 'refund'],
  };
  const verb = verbs[type];
  if (verb && who) {
    const [done, noun] = verb;
    if (status === 'SUCCEEDED') return `${who} ${done} ${money}${through} ${when}.`;
    if (status === 'PENDING')
      return `${who} requested a ${noun} of ${money}${through} ${when}, and the bank hasn’t responded yet.`;
    return `${who} requested a ${noun} of ${money}${through}, and it was declined ${when}.`;
  }
  return `${describeSystemChange[type] ? describeSystemChange[type](money, status) : `The payment changed`} ${when}.`;
}

const describeSystemChange: Record<string, (money: string, status: string) => string> = {
  expire: (money) => `The hold of ${money} expired`,
  settle: (money) => `${money} was settled`,
  chargeback: (money) => `The payer’s bank opened a chargeback of ${money}`,
  dispute_won: (money) => `You won a chargeback of ${money}`,
  dispute_lost: (money) => `You lost a chargeback of ${money}`,
  refund: (money, status) =>
    status === 'FAILED' ? `The payer’s bank returned a refund of ${money}` : `${money} was refunded`,
  authorize: (money, status) =>
    status === 'FAILED' ? 'The payment was declined' : `${money} was authorized`,
  authcap: (money, status) => (status === 'FAILED' ? 'The payment was declined' : `${money} was captured`),
};

/** A description of each operation, followed by the available amount. */
export const operationDescriptions: Record<ManualOperation, string> = {
  capture: 'Collects money that is on hold.',
  void: 'Releases money that is on hold.',
  refund: 'Returns captured money to the payer.',
};

const pastParticiples: Record<ManualOperation, string> = {
  capture: 'captured',
  void: 'released',
  refund: 'refunded',
};

/** The result of a manual operation. A decline or an unknown outcome is never reported as success. */
export function describeOperationResult(
  { operation, amount, status, isAccepted, declined }: ManualOperationResult,
  currency: string,
): { title: string; text: string; tone: 'positive' | 'caution' | 'negative' | 'info' } {
  const money = formatAmount(amount, currency);
  const done = pastParticiples[operation];
  if (status === 'SUCCEEDED')
    return {
      title: `${money} is ${done}`,
      text:
        operation === 'refund'
          ? 'The payer should see it within 5 to 10 business days.'
          : 'The bank approved it.',
      tone: 'positive',
    };
  if (status === 'FAILED')
    return {
      title: `Declined: ${money} was not ${done}`,
      text: declined ?? 'The bank gave no reason.',
      tone: 'negative',
    };
  if (isAccepted)
    return {
      title: `${money} is being ${done}`,
      text: 'The acquirer received the request. This page will show its result.',
      tone: 'info',
    };
  return {
    title: `We don’t know yet whether ${money} was ${done}`,
    text: 'The bank hasn’t responded. Don’t try again. We’ll keep checking, and this page will show the result.',
    tone: 'caution',
  };
}

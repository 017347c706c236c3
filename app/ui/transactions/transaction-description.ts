// Describes a transaction in a sentence or two: the request, the outcome, and what is pending.
import { formatAmount } from '~/platform/money/money';
import { breakDownCaptured, breakDownHold, type AmountCounters } from './amount-breakdown';
import { formatDate, formatShortTime } from '../content/time-format';
import { getDisputeReasonLabel } from '../labels/transaction-labels';

export type TransactionDescriptionInput = AmountCounters & {
  type: string;
  status: string;
  orderAmount: number;
  orderCurrency: string;
  createdAt: Date;
  captureBefore: Date | null;
  settledAt: Date | null;
  disputeStage: string | null;
  disputeReason: string | null;
  disputeDueBy: Date | null;
  /** Why it was declined. */
  declined: string | null;
  /** For a refund: it had succeeded before it failed. */
  hadSucceeded: boolean;
  /** For a declined payment that the bank approved later: the status of the operation that reverses it. */
  reversal: string | null;
};

type DescriptionContext = { timeZone: string; now: Date };

/**
 * "Authorized €100.00 on May 3. €60.00 captured, €40.00 on hold until May 10." Days are in the account's time
 * zone. The year is included if it isn't the current one.
 */
export function describeTransaction(input: TransactionDescriptionInput, context: DescriptionContext): string {
  if (input.type === 'REFUND') return describeRefund(input, context);
  if (input.type === 'CHARGEBACK') return describeChargeback(input, context);
  return describePayment(input, context);
}

const pendingMessage = 'The bank hasn’t responded yet. We’ll keep checking.';

function describePayment(input: TransactionDescriptionInput, context: DescriptionContext): string {
  const money = getAmountFormatter(input);
  const day = formatShortDate(input.createdAt, context);
  if (input.status === 'PENDING') return `Requested ${money(input.orderAmount)} on ${day}. ${pendingMessage}`;
  if (input.status === 'DECLINED')
    return `${money(input.orderAmount)} was declined on ${day}${formatReason(input.declined)} ${describeReversal(input.reversal)}`;
  const settled = input.settledAt ? ` Settled on ${formatShortDate(input.settledAt, context)}.` : '';
  return `Authorized ${money(input.amountAuthorized)} on ${day}${describeHold(input, context)}${settled}${describeCaptured(input)}`;
}

/** Whether a declined payment had an effect on the payer's money. */
export function describeReversal(status: string | null): string {
  if (status === null) return 'No money was held or moved.';
  if (status === 'PENDING') return 'The bank approved it later. We’re returning the money to the payer.';
  return status === 'SUCCEEDED'
    ? 'The bank approved it later, and we returned the money to the payer.'
    : 'The bank approved it later, and returning the money to the payer failed. Contact support.';
}

function describeHold(input: TransactionDescriptionInput, context: DescriptionContext): string {
  const money = getAmountFormatter(input);
  const parts = breakDownHold(input).filter(({ amount }) => amount > 0);
  const phrasesByKind: Record<(typeof parts)[number]['kind'], (amount: string) => string> = {
    captured: (amount) => `${amount} captured`,
    hold_pending: (amount) => `${amount} waiting for the bank`,
    remaining: (amount) => `${amount} on hold${describeHoldEnd(input, context)}`,
    voided: (amount) => `${amount} released`,
    released: (amount) => `${amount} released with the capture`,
    expired: (amount) => `${amount} released when the hold expired`,
  };
  const isWhole = parts.length === 1;
  const phrases = parts.map(({ kind, amount }) => phrasesByKind[kind](isWhole ? 'all of it' : money(amount)));
  return isWhole ? `, ${phrases[0]}.` : `. ${phrases.join(', ')}.`;
}

function describeHoldEnd(
  { captureBefore }: TransactionDescriptionInput,
  context: DescriptionContext,
): string {
  if (!captureBefore) return '';
  return captureBefore <= context.now
    ? `, which expired on ${formatShortDate(captureBefore, context)} and is being released`
    : ` until ${formatShortDate(captureBefore, context)}`;
}

function describeCaptured(input: TransactionDescriptionInput): string {
  const money = getAmountFormatter(input);
  const parts = breakDownCaptured(input).filter(({ amount }) => amount > 0);
  const kept = parts.find(({ kind }) => kind === 'kept');
  if (!parts.length || (kept && parts.length === 1)) return '';
  const phrasesByKind: Record<(typeof parts)[number]['kind'], (amount: string) => string> = {
    refund_pending: (amount) => `${amount} being refunded`,
    refunded: (amount) => `${amount} refunded`,
    disputed: (amount) => `${amount} in an open chargeback`,
    lost: (amount) => `${amount} lost to a chargeback`,
    kept: (amount) => `${amount} kept`,
  };
  // The kept amount comes last, as the result.
  const orderedParts = [...parts.filter(({ kind }) => kind !== 'kept'), ...(kept ? [kept] : [])];
  if (orderedParts.length === 1) return ` ${phrasesByKind[orderedParts[0]!.kind]('All of it')}.`;
  return ` Of the captured amount: ${orderedParts.map(({ kind, amount }) => phrasesByKind[kind](money(amount))).join(', ')}.`;
}

function describeRefund(input: TransactionDescriptionInput, context: DescriptionContext): string {
  const money = getAmountFormatter(input)(input.orderAmount);
  const day = formatShortDate(input.createdAt, context);
  if (input.status === 'PENDING') return `Refund of ${money} requested on ${day}. ${pendingMessage}`;
  if (input.status === 'DECLINED') {
    const outcomeText = input.hadSucceeded
      ? `The payer’s bank returned the refund of ${money} from ${day}`
      : `A refund of ${money} was declined on ${day}`;
    return `${outcomeText}${formatReason(input.declined)} The payer doesn’t have the money. Refund it again, or pay the payer in another way, such as by bank transfer.`;
  }
  return `Refunded ${money} on ${day}.${input.settledAt ? ` Settled on ${formatShortDate(input.settledAt, context)}.` : ' The payer should see it within 5 to 10 business days.'}`;
}

function describeChargeback(input: TransactionDescriptionInput, context: DescriptionContext): string {
  const money = getAmountFormatter(input)(input.orderAmount);
  const opened = `The payer’s bank took back ${money} on ${formatShortDate(input.createdAt, context)}${formatDisputeReason(input.disputeReason)}`;
  return `${opened} ${describeDisputeStage(input, context)}`;
}

function describeDisputeStage(
  { status, disputeStage, disputeDueBy }: TransactionDescriptionInput,
  context: DescriptionContext,
): string {
  if (status === 'VOIDED') return 'You won. The money was returned to you.';
  if (status === 'SETTLED') return 'The payer won. The money is lost.';
  if (disputeStage !== 'needs_response' || !disputeDueBy) return 'The bank hasn’t decided yet.';
  const due = formatShortDate(disputeDueBy, context);
  return disputeDueBy <= context.now
    ? `The response deadline was ${due}. The bank hasn’t decided yet.`
    : `Respond by ${due}, ${formatShortTime(disputeDueBy, context.timeZone)}.`;
}

function formatDisputeReason(reason: string | null): string {
  return reason === 'fraudulent'
    ? ' because the cardholder doesn’t recognize the charge.'
    : formatReason(reason && getDisputeReasonLabel(reason));
}

const getAmountFormatter =
  ({ orderCurrency }: TransactionDescriptionInput) =>
  (amount: number) =>
    formatAmount(amount, orderCurrency);

function formatReason(reason: string | null): string {
  return reason ? `: ${reason.replace(/\.$/, '')}.` : '.';
}

function formatShortDate(moment: Date, { timeZone, now }: DescriptionContext): string {
  const [day, today] = [formatDate(moment, timeZone), formatDate(now, timeZone)];
  const year = /, \d+$/.exec(today)![0];
  return day.endsWith(year) ? day.slice(0, -year.length) : day;
}

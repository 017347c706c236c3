// Answers to a payer's questions, made from what we know about a payment. A question without an answer is left out.
import type { PaymentFacts, RefundFacts } from '~/payments/transactions/payment-facts';
import { mapDeclineToFormState } from '~/routes/checkout/decline-errors';
import { breakDownCaptured, breakDownHold } from '~/ui/transactions/amount-breakdown';
import { createAnswerLanguage, type AnswerLanguage, type AnswerLanguageInput } from './answer-language';
import { answerMessages } from './answer-messages';
import type { AnswerMessages } from './messages/en';

export const payerQuestions = {
  declined: 'Why was it declined?',
  refund: 'Where is my refund?',
  duplicate: 'Why was I charged twice?',
  hold: 'What is this hold?',
  unpaid: 'Did my payment go through?',
} as const;

type PayerQuestion = keyof typeof payerQuestions;

/** `text`: a paragraph in the payer's language. */
export type PayerAnswer = { question: PayerQuestion; text: string };

/**
 * `duplicates`: the facts of payments of the same amount within 24 hours that may be the same payer's. `isMore`: there are
 * others.
 */
export type AnswerInput = Omit<AnswerLanguageInput, 'currency'> & {
  payment: PaymentFacts;
  duplicates: readonly PaymentFacts[];
  isMore: boolean;
  now: Date;
};

/** The questions that apply to the payment, each with its answer. */
export function answerPayer(input: AnswerInput): PayerAnswer[] {
  const currency = input.payment.orderCurrency;
  const context: Context = { ...input, ...createAnswerLanguage({ ...input, currency }) };
  const answers: Partial<Record<PayerQuestion, string[]>> = {
    declined: explainDecline(context),
    refund: locateRefunds(context),
    duplicate: compareDuplicates(context),
    hold: explainHold(context),
  };
  return (Object.keys(payerQuestions) as PayerQuestion[]).flatMap((question) => {
    const sentences = answers[question] ?? [];
    return sentences.length ? [{ question, text: context.joinSentences(sentences) }] : [];
  });
}

type Context = AnswerInput & AnswerLanguage;

function explainDecline(context: Context): string[] {
  const { payment, messages, merchantName, money, day } = context;
  if (payment.status !== 'DECLINED') return [];
  const { declined } = messages;
  const what = declined.what(money(payment.orderAmount), merchantName, day(payment.createdAt));
  const reversals: Record<string, string> = { PENDING: declined.reversing, SUCCEEDED: declined.reversed };
  // After a late approval, the reason is no longer true.
  if (payment.reversal) return [what, reversals[payment.reversal] ?? declined.notReversed];
  return [
    what,
    declined.reasons[findDeclineReason(payment)],
    declined.notCharged,
    ...suggestNextStep(context),
  ];
}

/** Nobody who has paid, or may have paid, is asked to try again. */
function suggestNextStep(context: Context): string[] {
  const { payment, duplicates, messages, checkout, merchantName, money } = context;
  const success = duplicates.findLast((one) => isCharged(one) || isHeld(one));
  if (success)
    return [messages.declined.succeeded(money(success.orderAmount), identifyPayment(success, context))];
  if (duplicates.some(({ status }) => status === 'PENDING'))
    return [checkout.paying.unknown(money(payment.orderAmount))];
  // What the merchant started, only the merchant can try again.
  return payment.merchantReason ? [] : [messages.declined.retry(merchantName)];
}

/** As at the checkout, a payer learns only what they can correct. */
function findDeclineReason({
  declineCode,
  isUnsent,
  cardTokenId,
}: PaymentFacts): keyof AnswerMessages['declined']['reasons'] {
  if (isUnsent) return 'technical_problem';
  const { cardErrors, reason } = mapDeclineToFormState(declineCode ?? '', {
    isSavedCard: cardTokenId !== null,
  });
  const known = cardErrors?.number ?? cardErrors?.expiry ?? cardErrors?.code ?? reason;
  return known && known in answerMessages.en.declined.reasons
    ? (known as keyof AnswerMessages['declined']['reasons'])
    : 'declined';
}

function locateRefunds({ payment, messages, merchantName, isolate, money, day, now }: Context): string[] {
  const { refunds, earlierRefunds, cardLastFour } = payment;
  const { refund } = messages;
  if (!refunds.length) return [];
  const describe: Record<RefundFacts['state'], (one: RefundFacts) => string[]> = {
    sent: ({ amount, at, reference }) => [
      refund.sent(money(amount), merchantName, day(at)),
      ...(reference ? [refund.reference(isolate(reference))] : []),
    ],
    pending: ({ amount, at }) => [refund.pending(money(amount), day(at))],
    failed: ({ amount, at }) => [refund.failed(money(amount), day(at))],
    returned: ({ amount, at }) => [refund.returned(money(amount), day(at))],
  };
  const sent = refunds.filter(({ state }) => state === 'sent');
  const isLastUnsuccessful = ['failed', 'returned'].includes(refunds.at(-1)!.state);
  return [
    ...refunds.flatMap((one) => describe[one.state](one)),
    ...(isLastUnsuccessful ? [refund.contact(merchantName)] : []),
    ...(earlierRefunds ? [refund.earlier(earlierRefunds)] : []),
    ...(sent.length && cardLastFour ? [refund.card(isolate(cardLastFour))] : []),
    ...(sent.length ? [refund.usual] : []),
    ...(sent.length && sent.every(({ at }) => isOverdue(at, now)) ? [refund.overdue] : []),
  ];
}

/** The longest usual time of a refund. */
const refundBusinessDays = 10;

/** Whether the usual time of a refund has passed. Holidays aren't known here. */
export function isOverdue(sentAt: Date, now: Date): boolean {
  const day = new Date(sentAt);
  for (let left = refundBusinessDays; left > 0;) {
    day.setUTCDate(day.getUTCDate() + 1);
    if (![0, 6].includes(day.getUTCDay())) left--;
  }
  return day < now;
}

function explainHold(context: Context): string[] {
  const { payment, messages, checkout, merchantName, money, day, now } = context;
  const { hold } = messages;
  const { status, captureBefore, amountAuthorized } = payment;
  if (status === 'PENDING') return [checkout.paying.unknown(money(payment.orderAmount))];
  if (status === 'DECLINED' || !payment.isHold) return [];
  const parts = new Map(breakDownHold(payment).map(({ kind, amount }) => [kind, amount]));
  const of = (kind: typeof parts extends Map<infer K, number> ? K : never) => parts.get(kind) ?? 0;
  const [remaining, waiting, captured] = [of('remaining'), of('hold_pending'), of('captured')];
  const released = of('voided') + of('released') + of('expired');
  const end = !captureBefore
    ? hold.open(merchantName)
    : captureBefore <= now
      ? hold.ended(day(captureBefore))
      : hold.until(merchantName, day(captureBefore));
  return [
    hold.was(money(amountAuthorized), merchantName, day(payment.createdAt)),
    ...(captured ? [hold.charged(money(captured), merchantName)] : []),
    ...(released ? [hold.released(money(released))] : []),
    ...(waiting ? [hold.waiting(money(waiting))] : []),
    ...(remaining ? [hold.still(money(remaining)), end] : []),
  ];
}

function compareDuplicates(context: Context): string[] {
  const { payment, duplicates, isMore, messages, merchantName, money } = context;
  const { duplicate } = messages;
  const all = [payment, ...duplicates].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  if (!duplicates.length || all.every(({ status }) => status === 'DECLINED')) return [];
  const introduce = isMore ? duplicate.atLeast : duplicate.others;
  return [
    introduce(duplicates.length, money(payment.orderAmount), merchantName),
    ...all.flatMap((one) => describeDuplicate(one, context)),
    ...concludeDuplicates(all, context),
  ];
}

/** When it was made, and with which card for which order, as several can be made in the same minute. */
function identifyPayment(one: PaymentFacts, { moment, isolate }: Context): string {
  const card = one.cardLastFour && `•••• ${one.cardLastFour}`;
  return `${moment(one.createdAt)} (${[card, one.orderReference].flatMap((text) => (text ? [isolate(text)] : [])).join(', ')})`;
}

function describeDuplicate(one: PaymentFacts, context: Context): string[] {
  const { messages, money } = context;
  const { duplicate } = messages;
  const at = identifyPayment(one, context);
  if (one.status === 'PENDING') return [duplicate.pending(at)];
  if (one.status === 'DECLINED') {
    if (!one.reversal) return [duplicate.declined(at)];
    if (one.reversal === 'PENDING') return [duplicate.reversing(at)];
    return [(one.reversal === 'SUCCEEDED' ? duplicate.reversed : duplicate.notReversed)(at)];
  }
  if (one.amountCaptured === 0) return [(isHeld(one) ? duplicate.held : duplicate.released)(at)];
  const heldAmount = getHeldAmount(one);
  const texts: Record<
    ReturnType<typeof breakDownCaptured>[number]['kind'],
    ((amount: string) => string) | null
  > = {
    kept: null,
    refunded: duplicate.refunded,
    refund_pending: duplicate.refunding,
    disputed: duplicate.disputed,
    lost: duplicate.chargedBack,
  };
  return [
    duplicate.charged(at, money(one.amountCaptured)),
    ...breakDownCaptured(one).flatMap(({ kind, amount }) =>
      amount > 0 && texts[kind] ? [texts[kind](money(amount))] : [],
    ),
    ...(heldAmount ? [duplicate.stillHeld(money(heldAmount))] : []),
  ];
}

/** How many of the payments remain charged. While some of them may still change, only that there is more than one. */
function concludeDuplicates(
  all: readonly PaymentFacts[],
  { isMore, messages, merchantName }: Context,
): string[] {
  const charged = all.filter(isCharged).length;
  if (charged > 1) return [messages.duplicate.several(merchantName)];
  if (isMore || all.some(isUndecided)) return [];
  return [charged ? messages.duplicate.one : messages.duplicate.none];
}

/** Whether some of its money is the merchant's, whatever happens to the rest. */
const isCharged = (payment: PaymentFacts): boolean =>
  breakDownCaptured(payment).some(({ kind, amount }) => kind === 'kept' && amount > 0);

const isHeld = (payment: PaymentFacts): boolean =>
  payment.status !== 'DECLINED' && getHeldAmount(payment) > 0;

const isUndecided = (payment: PaymentFacts): boolean =>
  payment.status === 'PENDING' ||
  (payment.status === 'DECLINED' && payment.reversal !== null && payment.reversal !== 'SUCCEEDED') ||
  isHeld(payment) ||
  payment.refundReserved + payment.chargebackOpen > 0;

/** What is on hold, including what a pending capture or void may change. */
function getHeldAmount({
  amountAuthorized,
  amountCaptured,
  amountVoided,
  amountExpired,
}: PaymentFacts): number {
  return amountAuthorized - amountCaptured - amountVoided - amountExpired;
}

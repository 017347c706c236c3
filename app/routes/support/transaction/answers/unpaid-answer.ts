// The answer to a payer whose order was never paid.
import type { PaymentIntentStatus } from '~/payments/checkout/payment-intents';
import { createAnswerLanguage, type AnswerLanguageInput } from './answer-language';
import type { PayerAnswer } from './answers';

/**
 * `declines`: the number of declined attempts. `isOrderPaid`: whether there's another payment for the order that succeeded or
 * may still succeed. `isLinkCompleted`: others have made all payments that its payment link accepts.
 */
type UnpaidIntent = {
  status: PaymentIntentStatus;
  amount: number;
  expiresAt: Date;
  openedAt: Date | null;
  canceledAt: Date | null;
  declines: number;
  isOrderPaid: boolean;
  isLinkCompleted: boolean;
};

/** What became of the payment and what to do. Nothing about an intent that was or may be paid: its payment has the answers. */
export function answerUnpaid(intent: UnpaidIntent, input: AnswerLanguageInput): PayerAnswer[] {
  const { messages, merchantName, money, moment, joinSentences } = createAnswerLanguage(input);
  const { unpaid } = messages;
  const { status, expiresAt, canceledAt } = intent;
  const amount = money(intent.amount);
  const outcomes: Record<PaymentIntentStatus, string | null> = {
    open: unpaid.open(amount, merchantName),
    paying: null,
    paid: null,
    failed: unpaid.failed(amount, merchantName),
    cancelled: canceledAt && unpaid.canceled(amount, merchantName, moment(canceledAt)),
    expired: unpaid.expired(amount, merchantName, moment(expiresAt)),
  };
  const outcome = outcomes[status];
  if (!outcome) return [];
  const sentences = [outcome, ...describeAttempts(), ...suggestNextStep()];
  return [{ question: 'unpaid', text: joinSentences(sentences) }];

  function describeAttempts(): string[] {
    // The outcome says it.
    if (status === 'failed') return [];
    if (intent.declines) return [unpaid.declined(intent.declines)];
    return [intent.openedAt ? unpaid.noRequest : unpaid.notOpened];
  }

  /** Nobody who has paid, or may have paid, is asked to pay again. */
  function suggestNextStep(): string[] {
    if (intent.isOrderPaid) return [unpaid.otherPayment];
    if (intent.isLinkCompleted) return [];
    return [status === 'open' ? unpaid.payUntil(moment(expiresAt)) : unpaid.orderAgain(merchantName)];
  }
}

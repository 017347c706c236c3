import { findIntentRequests } from '~/merchants/api-requests/intent-requests';
import { findPublishedDesign } from '~/merchants/checkout-design/design-versions';
import { findIntentDetails } from '~/payments/checkout/intent-details';
import { getPaymentIntentStatus } from '~/payments/checkout/payment-intents';
import { hasReceipt } from '~/payments/checkout/receipts';
import { readLinkPayments } from '~/payments/payment-links/link-list';
import { findPaymentLink } from '~/payments/payment-links/payment-links';
import { orderLines } from '~/payments/transactions/order-lines';
import { readPaymentFacts } from '~/payments/transactions/payment-facts';
import { config } from '~/platform/config/config.server';
import { isLanguage } from '~/platform/text/languages';
import type { RecordOwner } from '~/support/record-owners';
import { summarizePayments } from '~/support/search/payment-search';
import { answerUnpaid } from '../transaction/answers/unpaid-answer';

export type SupportIntent = NonNullable<Awaited<ReturnType<typeof readIntent>>>;

/**
 * What the page of a payment intent shows, without the payer's name, email, or address. `language`: of the answer, if the
 * reader chose one.
 */
export async function readIntent(
  owner: RecordOwner,
  id: string,
  { language: chosenLanguage, now }: { language: string | null; now: Date },
) {
  const { accountId, environment } = owner;
  const found = await findIntentDetails({ accountId, environment, id });
  if (!found) return null;
  const { order, attempts, payment, orderPayments, paymentLink, accountId: _account, ...intent } = found;
  const [requests, facts, design, payments, isReceiptDue, link] = await Promise.all([
    findIntentRequests({ ...intent, accountId, environment }),
    readPaymentFacts(
      owner,
      attempts.map((attempt) => attempt.id),
    ),
    findPublishedDesign({ accountId, environment }),
    summarizePayments([...(payment ? [payment] : []), ...orderPayments]),
    hasReceipt({ id, accountId, environment }),
    paymentLink && describeLink({ accountId, environment, id: paymentLink.id }),
  ]);
  const status = getPaymentIntentStatus(found, now);
  const payerLanguage = intent.language && isLanguage(intent.language) ? intent.language : null;
  const language = chosenLanguage && isLanguage(chosenLanguage) ? chosenLanguage : (payerLanguage ?? 'en');
  // After a late approval, the payment of the attempt has the answer.
  const isUncharged = payment === null && facts.every(({ reversal }) => reversal === null);
  return {
    intent: { ...intent, status, isReceiptDue, link },
    order: orderLines(order, intent.amount),
    attempts,
    requests,
    payment: payments.find((one) => one.id === payment) ?? null,
    orderPayments: payments.filter((one) => one.id !== payment),
    answers: {
      answers: isUncharged
        ? answerUnpaid(
            {
              ...{ ...intent, status, declines: attempts.length },
              isOrderPaid: orderPayments.length > 0,
              isLinkCompleted: link?.status === 'completed',
            },
            {
              merchant: design.companyName || owner.merchant,
              currency: intent.currency,
              environment,
              isReal: environment === 'live' && !config.simulatedLive,
              timeZone: owner.timeZone,
              language,
            },
          )
        : [],
      language,
      payerLanguage,
    },
  };
}

/** Whether the payment link can still be paid, and how many of its payments are made. */
async function describeLink(key: Parameters<typeof findPaymentLink>[0]) {
  const link = await findPaymentLink(key);
  if (!link) return null;
  const { name, status, maximumPayments } = link;
  return { name, status, maximumPayments, payments: (await readLinkPayments(key.id)).count };
}

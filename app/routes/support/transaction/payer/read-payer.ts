import { countryName } from '~/merchants/applications/questions/country-names';
import { findPublishedDesign } from '~/merchants/checkout-design/design-versions';
import { readCardHolder } from '~/payments/transactions/card-holder';
import { readPaymentFacts } from '~/payments/transactions/payment-facts';
import type { TransactionWithOperations } from '~/payments/transactions/transaction-operations';
import { config } from '~/platform/config/config.server';
import { maskEmail } from '~/platform/text/email-mask';
import { isLanguage } from '~/platform/text/languages';
import { findTwins, isPayerKnown } from '~/support/payer/payer-payments';
import type { RecordOwner } from '~/support/record-owners';
import { answerPayer } from '../answers/answers';

/** Of so many payments of the same amount, the facts are read. */
const maximumDuplicates = 4;

/**
 * What the page of a payment shows of its payer: without the full email, whose display is audited.
 * `language`: of the answers, if the reader chose one.
 */
export async function readPayer(
  owner: RecordOwner,
  transaction: TransactionWithOperations,
  { language: chosenLanguage, now }: { language: string | null; now: Date },
) {
  const { accountId, environment } = owner;
  const payment = { ...transaction, accountId, environment };
  const { first_name, middle_name, last_name, email, country } = readCardHolder(transaction.order);
  const [{ twins, isMore }, design] = await Promise.all([
    findTwins(payment),
    findPublishedDesign({ accountId, environment }),
  ]);
  const distance = ({ createdAt }: { createdAt: Date }) =>
    Math.abs(createdAt.getTime() - transaction.createdAt.getTime());
  const sameAmount = twins
    .filter(
      ({ orderAmount, orderCurrency }) =>
        orderAmount === transaction.orderAmount && orderCurrency === transaction.orderCurrency,
    )
    // Declined payments last: whether the payer has paid matters most.
    .sort((a, b) => Number(isDeclined(a)) - Number(isDeclined(b)) || distance(a) - distance(b));
  const facts = await readPaymentFacts(owner, [
    transaction.id,
    ...sameAmount.slice(0, maximumDuplicates).map(({ id }) => id),
  ]);
  const own = facts.find(({ id }) => id === transaction.id)!;
  const payerLanguage =
    transaction.payerLanguage && isLanguage(transaction.payerLanguage) ? transaction.payerLanguage : null;
  const language =
    chosenLanguage && isLanguage(chosenLanguage) ? chosenLanguage : (payerLanguage ?? ('en' as const));
  const duplicateIds = isApproved(own) ? sameAmount.filter(isApproved).map(({ id }) => id) : [];
  return {
    card: {
      paymentId: transaction.id,
      name: [first_name, middle_name, last_name].filter(Boolean).join(' '),
      maskedEmail: email ? maskEmail(email) : null,
      country: country ? (countryName(country) ?? country) : null,
      isKnown: isPayerKnown(payment),
      twins,
      isMore,
      duplicateIds,
    },
    duplicates: duplicateIds.length
      ? {
          payments: facts.filter(isApproved),
          count: duplicateIds.length + 1,
          isMore,
        }
      : null,
    answers: {
      answers: answerPayer({
        payment: own,
        duplicates: facts.filter(({ id }) => id !== transaction.id),
        isMore: isMore || sameAmount.length > maximumDuplicates,
        merchant: design.companyName || owner.merchant,
        environment,
        isReal: environment === 'live' && !config.simulatedLive,
        timeZone: owner.timeZone,
        language,
        now,
      }),
      language,
      payerLanguage,
    },
  };
}

const isDeclined = ({ status }: { status: string }): boolean => status === 'DECLINED';

/** Whether the payer's money was taken or held, even if it was returned since then. */
const isApproved = (payment: { status: string }): boolean =>
  !isDeclined(payment) && payment.status !== 'PENDING';

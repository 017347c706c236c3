import { takeAttempt } from '~/identity/login/lockout';
import { sendMail } from '~/mail/outbox';
import { findPublishedDesign } from '~/merchants/checkout-design/design-versions';
import { isMemberEmail } from '~/merchants/team/members';
import { getBrandName } from '~/platform/cards/card-brands';
import { prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { isLanguage } from '~/platform/text/languages';
import { log } from '~/platform/observability/log';
import { readCardHolder } from '~/payments/transactions/card-holder';
import { toPaidAmounts } from './paid-amounts.server';
import { getOrderTitle, orderLines } from '~/payments/transactions/order-lines';

const batch = 100;

type Due = { id: string; accountId: string; environment: Environment; transactionId: string };

/**
 * Emails the receipts of paid intents whose merchant or payer gave an email address. The intent records before the payment
 * that a receipt is due, so that none is lost when a process ends or the bank answers late. Called by a
 * timer.
 */
export async function sendReceipts(stopping?: AbortSignal): Promise<void> {
  for (let last: string | undefined = ''; last !== undefined;) {
    const due: Due[] = await prisma.$queryRaw<Due[]>`
      select id, account_id as "accountId", environment, transaction_id as "transactionId" from payment_intents
      where receipt = 'REQUESTED' and state = 'PAID' and id > ${last} order by id limit ${batch}`;
    for (const intent of due) {
      if (stopping?.aborted) return;
      // A receipt that can't be written must not block the ones after it.
      await sendReceipt(intent).catch((error: unknown) =>
        log.error('writing a receipt', error, { intentId: intent.id }),
      );
    }
    last = due[batch - 1]?.id;
  }
}

/** Each address gets a few per hour at most. The others wait. If the hold has ended by then, there is nothing to confirm. */
async function sendReceipt({ id, accountId, environment, transactionId }: Due): Promise<void> {
  const payment = await prisma.transaction.findUniqueOrThrow({
    where: { id: transactionId, accountId, environment },
  });
  const [email, amounts] = [await findRecipient(payment), toPaidAmounts(payment)];
  if (email === null || amounts === null)
    return void (await prisma.paymentIntent.update({
      where: { id, accountId, environment },
      data: { receipt: null },
    }));
  if (await takeAttempt('receipt_recipient', email.toLowerCase())) return;
  const design = await findPublishedDesign({ accountId, environment });
  await prisma.$transaction(async (db) => {
    const [mine] = await db.$queryRaw<{ id: string }[]>`
      select id from payment_intents where id = ${id} and receipt = 'REQUESTED' and state = 'PAID' for update skip locked`;
    if (!mine) return;
    const account = await db.account.findUniqueOrThrow({ where: { id: accountId } });
    const { paymentLink, ...intent } = await db.paymentIntent.findUniqueOrThrow({
      where: { id, accountId, environment },
      include: { paymentLink: { select: { name: true } } },
    });
    await db.paymentIntent.update({ where: { id }, data: { receipt: design.receipts ? 'QUEUED' : null } });
    if (!design.receipts) return;
    const language = intent.language ?? design.language;
    const order = orderLines(intent.order, intent.amount);
    await sendMail(db, {
      to: email,
      template: 'receipt',
      props: {
        language: isLanguage(language) ? language : design.language,
        environment,
        merchantName: design.companyName || account.name,
        approved: account.mode === 'live',
        companyInfo: design.companyInfo,
        support: [design.supportEmail, design.supportPhone, design.supportUrl].filter(Boolean),
        amount: intent.amount,
        currency: intent.currency,
        title: getOrderTitle(paymentLink?.name ?? null, order),
        order,
        captures: amounts.taken === intent.amount,
        card: { brand: getBrandName(payment.cardBrand) ?? null, lastFour: payment.cardLastFour! },
        reference: payment.orderId ?? intent.externalId,
        transactionId: payment.id,
        paidAt: payment.createdAt.toISOString(),
        timeZone: account.timeZone,
      },
    });
  });
}

/**
 * The address that the receipt of a payment goes to. Null without one. Anyone can register and pay with test cards. To
 * prevent spam through us, receipts in the test environment go only to members of the account.
 */
async function findRecipient({
  accountId,
  environment,
  order,
}: {
  accountId: string;
  environment: string;
  order: unknown;
}): Promise<string | null> {
  const { email } = readCardHolder(order);
  if (!email) return null;
  return environment === 'live' || (await isMemberEmail({ accountId, email })) ? email : null;
}

/** Whether a receipt of a paid intent has been emailed or will be. */
export async function hasReceipt({
  id,
  accountId,
  environment,
}: {
  id: string;
  accountId: string;
  environment: Environment;
}): Promise<boolean> {
  const { receipt, transactionId } = await prisma.paymentIntent.findUniqueOrThrow({
    where: { id, accountId, environment },
  });
  if (receipt !== 'REQUESTED' || transactionId === null) return receipt === 'QUEUED';
  const [design, payment] = await Promise.all([
    findPublishedDesign({ accountId, environment }),
    prisma.transaction.findUniqueOrThrow({ where: { id: transactionId, accountId, environment } }),
  ]);
  return design.receipts && (await findRecipient(payment)) !== null;
}

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
import { orderLines } from '~/payments/transactions/order-lines';

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

/**
 * Anyone can register and pay with test cards. To prevent spam through us, receipts in the test environment
 * go only to members of the account, and each address gets a few per hour at most.
 */
async function sendReceipt({ id, accountId, environment, transactionId }: Due): Promise<void> {
  const payment = await prisma.transaction.findUniqueOrThrow({
    where: { id: transactionId, accountId, environment },
  });
  const { email } = readCardHolder(payment.order);
  if (!email || (environment === 'test' && !(await isMemberEmail({ accountId, email }))))
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
    const { account, ...intent } = await db.paymentIntent.findUniqueOrThrow({
      where: { id, accountId, environment },
      include: { account: true },
    });
    await db.paymentIntent.update({ where: { id }, data: { receipt: design.receipts ? 'QUEUED' : null } });
    if (!design.receipts) return;
    const language = intent.language ?? design.language;
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
        order: orderLines(intent.order, intent.amount),
        captures: intent.operation === 'authcap',
        card: { brand: getBrandName(payment.cardBrand) ?? null, lastFour: payment.cardLastFour! },
        reference: payment.orderId ?? intent.externalId,
        transactionId: payment.id,
        paidAt: payment.createdAt.toISOString(),
        timeZone: account.timeZone,
      },
    });
  });
}

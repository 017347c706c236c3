import { sendMail } from '~/mail/outbox';
import { findPublishedDesign } from '~/merchants/checkout-designs';
import { brandName } from '~/platform/card-brands';
import { prisma } from '~/platform/db.server';
import type { Environment } from '~/platform/environment';
import { isLanguage } from '~/platform/languages';
import { log } from '~/platform/log';
import { orderLines } from './order-lines';

const batch = 100;

type Due = { id: string; accountId: string; environment: Environment };

/**
 * Writes the receipts of paid intents whose order named an address. The intent says that one is due, from its creation
 * on, so that none is forgotten when a process ends or the bank's answer comes late. Called by a timer.
 * @returns how many were written
 */
export async function writeReceipts(): Promise<number> {
  const due = await prisma.$queryRaw<Due[]>`
    select id, account_id as "accountId", environment from payment_intents where receipt = 'WANTED' and state = 'PAID' order by id limit ${batch}`;
  let written = 0;
  for (const intent of due) {
    // One that cannot be written must not keep those after it from being sent.
    const done = await writeReceipt(intent).catch((error: unknown) => log.error('writing a receipt', error, { intentId: intent.id }));
    if (done) written++;
  }
  return written;
}

async function writeReceipt({ id, accountId, environment }: Due): Promise<boolean> {
  const design = await findPublishedDesign({ accountId, environment });
  return prisma.$transaction(async (db) => {
    const [mine] = await db.$queryRaw<{ id: string }[]>`
      select id from payment_intents where id = ${id} and receipt = 'WANTED' and state = 'PAID' for update skip locked`;
    if (!mine) return false;
    const { account, ...intent } = await db.paymentIntent.findUniqueOrThrow({ where: { id, accountId, environment }, include: { account: true } });
    await db.paymentIntent.update({ where: { id }, data: { receipt: design.receipts ? 'WRITTEN' : null } });
    if (!design.receipts) return false;
    const payment = await db.transaction.findUniqueOrThrow({ where: { id: intent.transactionId!, accountId, environment } });
    const language = intent.language ?? design.language;
    await sendMail(db, {
      to: addressee(intent.order),
      template: 'receipt',
      props: {
        language: isLanguage(language) ? language : design.language,
        environment,
        merchantName: design.companyName || account.name,
        companyInfo: design.companyInfo,
        support: [design.supportEmail, design.supportPhone, design.supportUrl].filter(Boolean),
        amount: intent.amount,
        currency: intent.currency,
        order: orderLines(intent.order, intent.amount),
        captures: intent.operation === 'authcap',
        card: { brand: brandName(payment.cardBrand) ?? null, lastFour: payment.cardLastFour! },
        reference: payment.orderId ?? intent.externalId,
        transactionId: payment.id,
        paidAt: payment.createdAt.toISOString(),
        timeZone: account.timeZone,
      },
    });
    return true;
  });
}

function addressee(order: unknown): string {
  return (order as { card_holder: { email: string } }).card_holder.email;
}

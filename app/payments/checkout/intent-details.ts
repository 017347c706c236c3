import { prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { getIdLowerBound } from '~/platform/ids';
import type { Order } from '~/payments/transactions/order-lines';
import { maximumDeclines } from './payment-intents';

/** Payments of the same order are listed from this long before the intent. Some merchants use order IDs again. */
const hoursBeforeIntent = 24;
const maximumOrderPayments = 5;

/**
 * A merchant's payment intent, with its `attempts`, oldest first: the declined ones, and at most one `payment` that succeeded
 * or may still succeed. `orderPayments`: other payments of the same order. Null for an unknown ID, another merchant's, or
 * one of the other environment.
 */
export async function findIntentDetails({
  accountId,
  environment,
  id,
}: {
  accountId: string;
  environment: Environment;
  id: string;
}) {
  const intent = await prisma.paymentIntent.findUnique({
    where: { id, accountId, environment },
    omit: { formIds: true, successUrl: true, failureUrl: true },
    include: { paymentLink: { select: { id: true, name: true } } },
  });
  if (!intent) return null;
  const { externalId, currency, createdAt } = intent;
  const orderId = (intent.order as Order).order_id ?? null;
  const since = new Date(createdAt.getTime() - hoursBeforeIntent * 3_600_000);
  const [attempts, ofOrder] = await Promise.all([
    // By the external_id, which has an index.
    prisma.transaction.findMany({
      where: { accountId, environment, externalId, intentId: id },
      orderBy: { id: 'asc' },
      take: maximumDeclines + 1,
      select: {
        ...{ id: true, status: true, declineCode: true, createdAt: true },
        ...{ cardBrand: true, cardLastFour: true },
      },
    }),
    orderId === null
      ? []
      : prisma.transaction.findMany({
          where: {
            ...{ accountId, environment, orderId, orderCurrency: currency, type: 'PAYMENT' },
            status: { not: 'DECLINED' },
            id: { gte: getIdLowerBound('trx', since) },
          },
          orderBy: { id: 'desc' },
          take: maximumOrderPayments + 1,
          select: { id: true },
        }),
  ]);
  const payment = attempts.find(({ status }) => status !== 'DECLINED') ?? null;
  return {
    ...intent,
    orderId,
    attempts: attempts.filter(({ status }) => status === 'DECLINED'),
    payment: payment?.id ?? null,
    orderPayments: ofOrder
      .map((one) => one.id)
      .filter((one) => one !== payment?.id)
      .slice(0, maximumOrderPayments),
  };
}

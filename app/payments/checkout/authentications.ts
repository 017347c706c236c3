import type { SimulatedAuthentication } from '~/acquirers/authentication';
import { config } from '~/platform/config/config.server';
import { prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { buildWaitingPageUrl } from '~/platform/http/surfaces.server';
import { isId } from '~/platform/ids';
import { Prisma } from '~/platform/prisma/client';
import { getConnection } from '~/payments/connections/connections';
import { isAuthenticating } from '~/payments/transactions/transaction-object';
import { inquireForPayer } from './payer-inquiries';
import type { CheckoutIntent } from './payment-intents';
import { buildReturnUrl } from './redirect-url';

type Payment = NonNullable<Awaited<ReturnType<typeof findPayment>>>;

/**
 * Where a payer goes who opens the link of a payment's authentication: to their bank or, once that is over, back to the
 * shop or the hosted page. Null for an ID without an authentication. Opening it again is harmless.
 */
export async function findAuthenticationTarget(address: {
  environment: Environment;
  transactionId: string;
}): Promise<string | null> {
  const payment = await findPayment(address);
  if (!payment) return null;
  return isAuthenticating(payment) ? (payment.authentication as { url: string }).url : findOrigin(payment);
}

/** Longer queries of return URLs are ignored. The longest that acquirers send have a few thousand characters. */
const maximumResultMembers = 10;
const maximumResultLength = 16_384;

/**
 * Completes the authentication of a payer who returns from their bank: the acquirer says what the bank decided. Without an
 * answer, the payment stays pending, and a webhook or an inquiry completes it.
 * @param result the query of the return URL, which some acquirers need
 * @returns where the payer goes now
 */
export async function completeAuthentication(
  address: { environment: Environment; transactionId: string },
  result: Record<string, string>,
): Promise<string | null> {
  const payment = await findPayment(address);
  if (!payment) return null;
  if (payment.status === 'PENDING') {
    await storeReturn(payment, result);
    await inquireForPayer(payment.id, 'return');
  }
  return findOrigin((await findPayment(address))!);
}

/** Stores the query before the acquirer gets it, so that an inquiry can repeat the request after a lost answer. */
async function storeReturn({ id, connectionId }: Payment, result: Record<string, string>): Promise<void> {
  const connection = await getConnection(connectionId);
  if (!connection?.acquirer.completeAuthentication) return;
  const text = serializeReturn(result);
  if (text === null) return;
  await prisma.$executeRaw`update transactions set authentication = authentication || jsonb_build_object('result', ${text}::jsonb), version = version + 1
    where id = ${id} and status = 'PENDING' and authentication ->> 'status' = 'required' and not authentication ? 'abandoned'`;
}

/**
 * Ends the authentication of a payer who came back without confirming: the acquirer reverses the payment, unless the bank
 * has decided by then. After that, a return from the bank counts no more, and before that, this has no effect. Without an
 * answer, the payment stays pending, and an inquiry ends it.
 */
export async function endAuthentication({
  transactionId,
  accountId,
  environment,
}: Pick<CheckoutIntent, 'transactionId' | 'accountId' | 'environment'>): Promise<void> {
  const ended = await prisma.$executeRaw`update transactions set version = version + 1,
      authentication = authentication || jsonb_build_object('abandoned', true, 'expires_at', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    where id = ${transactionId} and account_id = ${accountId} and environment = ${environment} and status = 'PENDING'
      and authentication ->> 'status' = 'required' and not authentication ? 'result'`;
  if (ended && transactionId) await inquireForPayer(transactionId, 'end');
}

/** The query of a return URL as JSON. Null if it's empty or can't be one that an acquirer sends. */
export function serializeReturn(result: Record<string, string>): string | null {
  const members = Object.keys(result).length;
  const text = JSON.stringify(result);
  // PostgreSQL's JSON can't contain this character.
  const isPlausible = members > 0 && members <= maximumResultMembers && !text.includes('\\u0000');
  return isPlausible && text.length <= maximumResultLength ? text : null;
}

/**
 * A bank simulated by a page, for a payment with the simulator. Null for a payment without an authentication. `isWaiting`:
 * whether the payer still has to answer.
 */
export async function findSimulatedBank(environment: Environment, reference: string) {
  if (!isId('op', reference)) return null;
  const operation = await prisma.operation.findFirst({
    where: { id: reference, transaction: { environment } },
    include: { transaction: { include: { account: { select: { name: true } } } } },
  });
  if (!operation?.transaction.authentication) return null;
  const { id, orderAmount, orderCurrency, cardLastFour, account } = operation.transaction;
  return {
    id,
    isWaiting: isAuthenticating(operation.transaction),
    amount: orderAmount,
    currency: orderCurrency,
    cardLastFour,
    merchantName: account.name,
    connectionId: operation.transaction.connectionId,
  };
}

/** What the payer does at the simulated bank. */
export async function simulateAuthentication(
  { connectionId }: { connectionId: string },
  reference: string,
  result: SimulatedAuthentication,
): Promise<void> {
  const connection = await getConnection(connectionId);
  await connection?.acquirer.simulateAuthentication?.(
    reference,
    result,
    AbortSignal.timeout(config.acquirerTimeoutMs),
  );
}

function findPayment({ environment, transactionId }: { environment: Environment; transactionId: string }) {
  return isId('trx', transactionId)
    ? prisma.transaction.findFirst({
        where: { id: transactionId, environment, authentication: { not: Prisma.AnyNull } },
      })
    : Promise.resolve(null);
}

/** The hosted page, which then shows the result, or the merchant's URL. */
async function findOrigin(payment: Payment): Promise<string> {
  const environment = payment.environment as Environment;
  if (payment.intentId === null) return buildReturnUrl({ ...payment, environment });
  const intent = await prisma.paymentIntent.findUniqueOrThrow({ where: { id: payment.intentId } });
  return buildWaitingPageUrl({ ...intent, environment });
}

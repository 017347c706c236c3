import { prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { getIdLowerBound } from '~/platform/ids';
import { requestRetentionDays } from './request-records';

/** How far the clocks of the process and the database may differ. */
const clockToleranceMs = 500;
/** A request that takes longer has timed out. */
const maximumDurationMs = 60_000;

type RequestedIntent = {
  accountId: string;
  environment: Environment;
  id: string;
  externalId: string;
  canceledAt: Date | null;
};

/** `creation`, `cancellation`: the requests' IDs, null for those that aren't stored. `canceledBy`: null if it isn't known. */
type IntentRequests = {
  creation: string | null;
  cancellation: string | null;
  canceledBy: 'merchant' | 'payer' | null;
};

/** The API requests that created and canceled a payment intent. What no request canceled was canceled on the payment page. */
export async function findIntentRequests(intent: RequestedIntent): Promise<IntentRequests> {
  const { accountId, environment, id: intentId, externalId } = intent;
  const [creation, cancellation] = await Promise.all([
    prisma.apiRequest.findFirst({
      where: {
        accountId,
        environment,
        externalId,
        intentId,
        operation: 'createPaymentIntent',
        outcome: 'executed',
      },
      orderBy: { id: 'asc' },
      select: { id: true },
    }),
    intent.canceledAt && findCancellation(intent, intent.canceledAt),
  ]);
  const storedSince = Date.now() - requestRetentionDays * 86_400_000;
  const isStored = intent.canceledAt !== null && intent.canceledAt.getTime() > storedSince;
  return {
    creation: creation?.id ?? null,
    cancellation: cancellation?.id ?? null,
    canceledBy: cancellation ? 'merchant' : isStored ? 'payer' : null,
  };
}

/**
 * The request during which the intent was canceled. A merchant may cancel an intent again after the payer did, with the same
 * reply. No index contains the intent, but the time is known.
 */
async function findCancellation({ accountId, environment, id: intentId }: RequestedIntent, canceledAt: Date) {
  const after = (milliseconds: number) => new Date(canceledAt.getTime() + milliseconds);
  const found = await prisma.apiRequest.findMany({
    where: {
      ...{ accountId, environment, intentId, operation: 'cancelPaymentIntent', status: 200 },
      id: {
        gte: getIdLowerBound('req', after(-maximumDurationMs)),
        lt: getIdLowerBound('req', after(clockToleranceMs)),
      },
    },
    orderBy: { id: 'desc' },
    take: 10,
    select: { id: true, createdAt: true, durationMs: true },
  });
  return found.find(
    ({ createdAt, durationMs }) =>
      createdAt <= after(clockToleranceMs) &&
      createdAt.getTime() + durationMs >= after(-clockToleranceMs).getTime(),
  );
}

import type { Confirmation } from '~/identity/sessions/session-store';
import { createManualOperation, findManualOperationTarget } from '~/payments/operations/manual-operations';
import { buildApiClient } from '../api-client';
import { setUpAuthenticator } from '../identity/second-factors';
import { buildPerson } from '../identity/team';
import { buildMerchant, goLive } from '../merchants';
import { buildPayment } from '../payments/payments';

export const confirmedNow: Confirmation = { confirmedWith: 'code', confirmedSecondsAgo: 599 };
export const confirmedEarlier: Confirmation = { confirmedWith: 'code', confirmedSecondsAgo: 600 };

type Options = {
  userId?: string;
  /** Of the team member's session. */ confirmation?: Confirmation;
  currency?: string;
  /** A payment to refund, by default a new one. */ id?: string;
  externalId?: string;
};

/**
 * A live merchant whose owner has a second factor. `refund` makes a manual refund, by default of a new payment
 * of 3,000.00 and in a session with an old confirmation.
 */
export async function buildLiveRefunds() {
  const client = await buildApiClient(await goLive(await buildMerchant()), 'live');
  const { accountId, ownerId } = client.merchant;
  await setUpAuthenticator(ownerId);
  const buildTarget = async ({ currency = 'EUR', amount = 300_000 } = {}) =>
    (
      await buildPayment(client, {
        operation: 'authcap',
        amount,
        currency,
        pan: '4532015112830366',
      })
    ).id as string;
  return {
    client,
    accountId,
    ownerId,
    buildTarget,
    async buildColleague() {
      const { userId } = await buildPerson({ accountId, role: 'finance' });
      await setUpAuthenticator(userId);
      return userId;
    },
    async refund(
      amount: number,
      {
        userId = ownerId,
        confirmation = confirmedEarlier,
        currency,
        externalId = `portal-${crypto.randomUUID()}`,
        ...options
      }: Options = {},
    ) {
      const id = options.id ?? (await buildTarget({ currency }));
      const key = { accountId, environment: 'live' as const, id };
      const { version: seenVersion } = (await findManualOperationTarget(key))!;
      return createManualOperation(
        { ...key, userId, confirmation },
        { operation: 'refund', amount, reason: 'Returned', externalId, seenVersion },
      );
    },
  };
}

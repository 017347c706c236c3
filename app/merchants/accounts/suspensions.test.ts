import { expect, onTestFinished, test, vi } from 'vitest';
import { listAudit } from '~/audit/audit';
import { prisma } from '~/platform/database/db.server';
import { buildApiClient } from '../../../tests/world/api-client';
import { buildApplication, buildReviewer } from '../../../tests/world/applications';
import { listMailsToOwner } from '../../../tests/world/mails/mails';
import { buildMerchant, goLive } from '../../../tests/world/merchants';
import { listApplicationHistory } from '~/merchants/applications/history';
import { reinstateAccount, suspendAccount } from './suspensions';

const originalNow = performance.now.bind(performance);

/** As if this much time had passed for caches that use the monotonic clock. */
function advanceClock(ms: number): void {
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => originalNow() + ms);
  onTestFinished(() => spy.mockRestore());
}

test("a suspended account's tokens are rejected within 5 seconds, in test and live, until it is reinstated", async () => {
  const merchant = await buildMerchant();
  const { accountId } = merchant;
  const clients = [await buildApiClient(merchant), await buildApiClient(await goLive(merchant), 'live')];
  const codes = async () =>
    Promise.all(
      clients.map(async (client) => (await client.get('/transactions/trx_unknown')).json.code as string),
    );
  expect(await codes()).toEqual(['not_found', 'not_found']);
  const reviewerId = await buildReviewer();
  expect(await suspendAccount({ accountId, reviewerId, reason: 'Many chargebacks.' })).toBe('suspended');
  advanceClock(4_500);
  expect(await codes()).toEqual(['account_suspended', 'account_suspended']);
  expect(await reinstateAccount({ accountId, reviewerId, reason: 'Cleared up.' })).toBe('active');
  advanceClock(9_000);
  expect(await codes()).toEqual(['not_found', 'not_found']);
});

test('the owners get the reason, and both audit logs keep it', async () => {
  const { merchant, applicationId } = await buildApplication('APPROVED');
  const decision = {
    accountId: merchant.accountId,
    reviewerId: await buildReviewer('Mia'),
    reason: 'Many chargebacks.',
  };
  expect({ first: await suspendAccount(decision), second: await suspendAccount(decision) }).toEqual({
    first: 'suspended',
    second: 'not_active',
  });
  const cleared = { ...decision, reason: 'Cleared up.' };
  expect({ first: await reinstateAccount(cleared), second: await reinstateAccount(cleared) }).toEqual({
    first: 'active',
    second: 'not_suspended',
  });
  expect((await listMailsToOwner(merchant)).slice(-2)).toMatchObject([
    { template: 'account-suspended', props: { message: 'Many chargebacks.' } },
    { template: 'account-reinstated', props: { message: 'Cleared up.' } },
  ]);
  expect((await listAudit({ accountId: merchant.accountId, limit: 2 })).entries).toMatchObject([
    { action: 'account_reinstated' },
    {
      action: 'account_suspended',
      actor: `staff:${decision.reviewerId}`,
      details: { reason: 'Many chargebacks.' },
    },
  ]);
  const history = (reader: 'staff' | 'merchant') => listApplicationHistory({ applicationId, for: reader });
  expect((await history('staff')).slice(0, 2)).toMatchObject([
    { type: 'reinstated', actor: 'Mia' },
    { type: 'suspended', actor: 'Mia', message: 'Many chargebacks.' },
  ]);
  expect((await history('merchant')).slice(0, 2)).toMatchObject([
    { type: 'reinstated', actor: 'A reviewer' },
    { type: 'suspended', actor: 'A reviewer' },
  ]);
});

test('nobody suspends or reinstates an account they belong to', async () => {
  const { accountId, ownerId } = await buildMerchant();
  expect(await suspendAccount({ accountId, reviewerId: ownerId, reason: 'x' })).toBe('own_account');
  await prisma.account.update({ where: { id: accountId }, data: { status: 'suspended' } });
  expect(await reinstateAccount({ accountId, reviewerId: ownerId, reason: 'x' })).toBe('own_account');
  expect((await prisma.account.findUniqueOrThrow({ where: { id: accountId } })).status).toBe('suspended');
});

import { expect, test } from 'vitest';
import { buildMerchant } from '../../tests/world/merchants';
import { addSoftwarePasskey } from '../../tests/world/identity/software-passkey';
import { buildPerson } from '../../tests/world/identity/team';
import { buildReviewer } from '../../tests/world/applications';
import { reinstateAccount, suspendAccount } from '~/merchants/accounts/suspensions';
import { readMerchantSummary } from './merchant-summary';

test('why an account is suspended, by whom, and nothing about an earlier suspension', async () => {
  const { accountId } = await buildMerchant();
  const reviewerId = await buildReviewer('Mia Reviewer');
  const readSuspension = async () =>
    (await readMerchantSummary({ accountId, environment: 'test', now: new Date() }))!.suspension;
  await suspendAccount({ accountId, reviewerId, reason: 'Sold something else.' });
  await reinstateAccount({ accountId, reviewerId, reason: 'A misunderstanding.' });
  expect(await readSuspension()).toBeNull();
  await suspendAccount({ accountId, reviewerId, reason: 'Sold it again.' });
  expect(await readSuspension()).toEqual({
    reason: 'Sold it again.',
    by: 'Mia Reviewer',
    at: expect.any(Date),
  });
});

test('a passkey is a second factor too', async () => {
  const { accountId, ownerId } = await buildMerchant();
  const { userId } = await buildPerson({ accountId });
  await addSoftwarePasskey(ownerId);
  const { team } = (await readMerchantSummary({ accountId, environment: 'test', now: new Date() }))!;
  expect(team.map((member) => [member.userId, member.secondFactor])).toEqual([
    [ownerId, { app: false, passkeys: 1 }],
    [userId, { app: false, passkeys: 0 }],
  ]);
});

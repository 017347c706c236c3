import { expect, test } from 'vitest';
import { buildMerchant } from '../../tests/world/merchants';
import { addSoftwarePasskey } from '../../tests/world/identity/software-passkey';
import { buildPerson } from '../../tests/world/identity/team';
import { readMerchantSummary } from './merchant-summary';

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

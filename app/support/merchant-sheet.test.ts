import { expect, test } from 'vitest';
import { buildMerchant } from '../../tests/world/merchants';
import { givePasskey } from '../../tests/world/passkey';
import { buildPerson } from '../../tests/world/team';
import { readMerchantSheet } from './merchant-sheet';

test('a passkey is a second factor too', async () => {
  const { accountId, ownerId } = await buildMerchant();
  await buildPerson({ accountId });
  await givePasskey(ownerId);
  const { team } = (await readMerchantSheet({ accountId, environment: 'test', now: new Date() }))!;
  expect(team.filter(({ hasSecondFactor }) => hasSecondFactor).map((member) => member.userId)).toEqual([ownerId]);
});

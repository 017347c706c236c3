import { expect, test } from 'vitest';
import { authenticateClient } from '~/merchants/credentials/credentials';
import { buildMerchant } from './merchants';

test('a built merchant can log in with its test credentials, and only in test', async () => {
  const { clientId, clientSecret, secretId, accountId } = await buildMerchant();
  expect(await authenticateClient({ clientId, clientSecret, environment: 'test', address: '' })).toEqual({
    accountId,
    secretId,
  });
  expect(await authenticateClient({ clientId, clientSecret, environment: 'live', address: '' })).toBe(
    'invalid_client',
  );
});

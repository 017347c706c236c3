import { expect, test } from 'vitest';
import { addSoftwarePasskey } from '../../../tests/world/identity/software-passkey';
import { buildPerson } from '../../../tests/world/identity/team';
import { confirmWithPasskey, findConfirmationOptions } from './passkey-confirmation';

async function buildPasskeyOwner() {
  const { userId } = await buildPerson();
  const { passkey } = await addSoftwarePasskey(userId);
  const confirm = async ({ verified = true } = {}) => {
    const { options, ticket } = (await findConfirmationOptions(userId, 'portal'))!.passkey!;
    return confirmWithPasskey(
      { userId, area: 'portal' },
      { ticket, answer: passkey.sign(options, { verified }) },
    );
  };
  return { userId, confirm };
}

test('a person with a passkey only is not asked for an app code', async () => {
  const { userId } = await buildPasskeyOwner();
  expect(await findConfirmationOptions(userId, 'portal')).toEqual({
    app: false,
    passkey: { options: expect.anything(), ticket: expect.any(String) },
  });
  expect(await findConfirmationOptions((await buildPerson()).userId, 'portal')).toBeNull();
});

test('after ten wrong signatures in a row, even the right one has to wait', async () => {
  const { confirm } = await buildPasskeyOwner();
  for (let i = 0; i < 9; i++) expect(await confirm({ verified: false })).toBe('wrong_passkey');
  // Resets the count.
  expect(await confirm()).toBe('confirmed');
  for (let i = 0; i < 10; i++) expect(await confirm({ verified: false })).toBe('wrong_passkey');
  expect(await confirm()).toEqual({
    wait: expect.toSatisfy((seconds) => seconds > 1_790 && seconds <= 1_800),
  });
});

import { expect, test } from 'vitest';
import { buildPerson, listMailsTo } from '../../../tests/world/identity/team';
import { requestEmailConfirmation } from './email-confirmation';

test('a registration with an address in use sends its owner to the login and the password reset', async () => {
  const { email } = await buildPerson();
  expect(await requestEmailConfirmation({ name: 'Eve', email, address: crypto.randomUUID() })).toBe('sent');
  expect(await listMailsTo(email)).toEqual([
    {
      template: 'already-registered',
      props: {
        loginLink: 'http://localhost:3000/login',
        resetLink: expect.stringMatching(/^http:\/\/localhost:3000\/reset-password\/[\w-]{43}$/),
      },
    },
  ]);
});

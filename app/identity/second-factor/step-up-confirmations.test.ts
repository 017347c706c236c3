import { expect, test } from 'vitest';
import { listAudit } from '~/audit/audit';
import { addSoftwarePasskey } from '../../../tests/world/identity/software-passkey';
import { buildPerson, memberPassword } from '../../../tests/world/identity/team';
import { confirmIdentity, isConfirmed, isConfirmedBySecondFactor } from './step-up-confirmations';

const withoutSession = () => new Request('http://localhost:3000/');

/** A person, and how they confirm with a password in a browser that is no longer logged in. */
async function buildConfirmingUser() {
  const { userId, email } = await buildPerson();
  return {
    userId,
    confirmWithPassword: (password: string) =>
      confirmIdentity(
        withoutSession(),
        { userId, email, area: 'portal', address: '127.0.0.1' },
        { password },
      ),
  };
}

test.each([
  { confirmedWith: 'code', confirmedSecondsAgo: 599, withPasskey: true, password: true, secondFactor: true },
  {
    confirmedWith: 'code',
    confirmedSecondsAgo: 600,
    withPasskey: true,
    password: false,
    secondFactor: false,
  },
  {
    confirmedWith: 'password',
    confirmedSecondsAgo: 0,
    withPasskey: true,
    password: false,
    secondFactor: false,
  },
  {
    confirmedWith: 'password',
    confirmedSecondsAgo: 599,
    withPasskey: false,
    password: true,
    secondFactor: false,
  },
  {
    confirmedWith: 'password',
    confirmedSecondsAgo: 600,
    withPasskey: false,
    password: false,
    secondFactor: false,
  },
] as const)(
  'a confirmation $confirmedSecondsAgo seconds ago with a $confirmedWith (has a passkey: $withPasskey)',
  async ({ withPasskey, password, secondFactor, ...confirmation }) => {
    const { userId } = await buildPerson();
    if (withPasskey) await addSoftwarePasskey(userId);
    expect({
      isConfirmed: await isConfirmed(userId, confirmation),
      isConfirmedBySecondFactor: isConfirmedBySecondFactor(confirmation),
    }).toEqual({ isConfirmed: password, isConfirmedBySecondFactor: secondFactor });
  },
);

test('a session that has ended is not confirmed, and only failures are audited', async () => {
  const { userId, confirmWithPassword } = await buildConfirmingUser();
  expect(await confirmWithPassword('not the password')).toBe('wrong_password');
  expect(await confirmWithPassword(memberPassword)).toBe('session_ended');
  const { entries } = await listAudit({ subject: userId });
  expect(entries.map(({ action, details }) => ({ action, details }))).toEqual([
    { action: 'confirmation_failed', details: { way: 'password' } },
  ]);
});

test('a right password resets the count of wrong ones', async () => {
  const { confirmWithPassword } = await buildConfirmingUser();
  for (const round of ['first', 'second']) {
    for (let i = 0; i < 9; i++) await confirmWithPassword('not the password');
    expect({ round, outcome: await confirmWithPassword(memberPassword) }).toEqual({
      round,
      outcome: 'session_ended',
    });
  }
});

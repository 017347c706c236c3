import { expect, test } from 'vitest';
import { inviteMember } from '~/merchants/team/invitations';
import {
  findMemberInvitation,
  acceptMemberInvitationAsUser,
  acceptMemberInvitationAsNewUser,
} from '~/merchants/team/invitation-acceptance';
import { changeRole, leaveTeam, listTeam, removeMember } from '~/merchants/team/team';
import { prisma } from '~/platform/database/db.server';
import { buildMerchant } from '../world/merchants';
import { buildPerson, readInvitationToken } from '../world/identity/team';

// Team members who act at the same moment: an owner always remains, and nobody uses a permission that they
// have lost.

const rounds = 10;

async function buildTwoOwners() {
  const { accountId, ownerId } = await buildMerchant();
  return { accountId, ada: ownerId, bob: (await buildPerson({ accountId, role: 'owner' })).userId };
}

const owners = async (accountId: string) =>
  (await listTeam(accountId)).filter(({ role }) => role === 'owner').length;

test.each([
  [
    'lower each other',
    (accountId: string, by: string, userId: string) => changeRole({ accountId, userId, by, role: 'viewer' }),
  ],
  [
    'lower themselves',
    (accountId: string, by: string) => changeRole({ accountId, userId: by, by, role: 'viewer' }),
  ],
  [
    'remove each other',
    (accountId: string, by: string, userId: string) => removeMember({ accountId, userId, by }),
  ],
  ['leave', (accountId: string, by: string) => leaveTeam({ accountId, userId: by })],
])('of two owners who %s at once, one remains', { timeout: 60_000 }, async (_, act) => {
  for (let round = 0; round < rounds; round++) {
    const { accountId, ada, bob } = await buildTwoOwners();
    const outcomes = await Promise.all([act(accountId, ada, bob), act(accountId, bob, ada)]);
    expect(outcomes.filter((outcome) => ['changed', 'removed', 'left'].includes(outcome))).toHaveLength(1);
    expect(await owners(accountId)).toBe(1);
  }
});

test(
  'an invitation accepted while its inviter is removed is accepted before that, or not at all',
  { timeout: 60_000 },
  async () => {
    for (let round = 0; round < rounds; round++) {
      const { accountId, ada, bob } = await buildTwoOwners();
      const guest = await buildPerson();
      await inviteMember({
        accountId,
        email: guest.email,
        role: 'owner',
        by: bob,
        address: `10.1.0.${round}`,
      });
      const token = await readInvitationToken(guest.email);
      const [joined, removed] = await Promise.all([
        acceptMemberInvitationAsUser({ id: guest.userId, ...guest }, token),
        removeMember({ accountId, userId: bob, by: ada }),
      ]);
      expect(removed).toBe('removed');
      expect((await listTeam(accountId)).some(({ userId }) => userId === guest.userId)).toBe(
        'userId' in joined,
      );
      expect(await findMemberInvitation(token)).toBeNull();
    }
  },
);

test("a new person who accepts two accounts' invitations at once gets one login", async () => {
  const [one, other] = [await buildMerchant(), await buildMerchant()];
  const email = `${crypto.randomUUID()}@example.com`;
  const tokens: string[] = [];
  for (const { accountId, ownerId } of [one, other]) {
    await inviteMember({ accountId, email, role: 'viewer', by: ownerId, address: '10.1.1.1' });
    await prisma.rateLimit.deleteMany({ where: { key: { startsWith: 'mail_pause' } } });
    tokens.push(await readInvitationToken(email));
  }
  const outcomes = await Promise.all(
    tokens.map((token) =>
      acceptMemberInvitationAsNewUser(token, { name: 'Noor', password: 'seven quiet lighthouses' }),
    ),
  );
  expect(outcomes.filter((outcome) => 'userId' in outcome)).toHaveLength(1);
  // The other one still exists, for the current login.
  expect(
    (await Promise.all(tokens.map(findMemberInvitation))).filter((invitation) => invitation?.isKnown),
  ).toHaveLength(1);
});

import { afterEach, expect, test, vi } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { digest } from '~/platform/secrets/secrets.server';
import { createChallenge, deleteUsedChallenges, redeemChallenge } from './passkey-challenges';

afterEach(() => void vi.useRealTimers());

test.each([
  ['a moment before ten minutes have passed, it is valid', 599_999, true],
  ['after exactly ten minutes, it has expired', 600_000, false],
])('%s', async (_, elapsedMs, isValid) => {
  const createdAt = Date.now();
  vi.useFakeTimers({ now: createdAt, toFake: ['Date'] });
  const { challenge, ticket } = createChallenge('log_in/portal');
  vi.setSystemTime(createdAt + elapsedMs);
  expect(await redeemChallenge('log_in/portal', ticket)).toBe(isValid ? challenge : null);
});

test('a used challenge is recorded for much longer than its ticket is valid', async () => {
  const { challenge, ticket } = createChallenge('log_in/portal');
  expect(await redeemChallenge('log_in/portal', ticket)).toBe(challenge);
  const [used] = await prisma.$queryRaw<{ seconds: number }[]>`
    select extract(epoch from expires_at - now())::float8 as seconds from used_challenges where id = ${digest(challenge)}`;
  expect(used!.seconds).toBeGreaterThan(3000);
});

test('only expired records are deleted', async () => {
  const [expired, current] = [digest(crypto.randomUUID()), digest(crypto.randomUUID())];
  await prisma.$executeRaw`
    insert into used_challenges (id, expires_at)
    values (${expired}, now() - interval '1 second'), (${current}, now() + interval '1 hour')`;
  await deleteUsedChallenges();
  const remaining = await prisma.usedChallenge.findMany({ where: { id: { in: [expired, current] } } });
  expect(remaining.map(({ id }) => id)).toEqual([current]);
});

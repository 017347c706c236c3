import { expect, onTestFinished, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { requirePersistentKey, type PersistentKeyPurpose } from '~/platform/secrets/persistent-keys.server';
import { listDemoAuthenticatorCodes, listDemoStaff, listDemoStaffLogins } from './demo-staff';
import type { StaffRole } from './staff';

const roles = ['reviewer', 'support', 'admin'] as const;

/** Until the end of the test, the worker's key has this value. */
function useKey(purpose: PersistentKeyPurpose, value: Buffer): void {
  const key = requirePersistentKey(purpose);
  const original = Buffer.from(key);
  onTestFinished(() => void original.copy(key));
  value.copy(key);
}

function useKnownKeys(): void {
  for (const role of roles) {
    useKey(`demo/staff/${role}`, Buffer.from(`-_${role}`.padEnd(43, 'A'), 'base64url'));
    useKey(`demo/authenticator/${role}`, Buffer.from('12345678901234567890'.padEnd(32, 'x')));
  }
}

/**
 * Until the end of the test, the demo's addresses belong to these people. Another file of the worker may have
 * created the demo.
 */
async function useDemoStaff(memberships: { role: StaffRole; endedAt: Date | null }[]): Promise<void> {
  const emails = listDemoStaff().map(({ email }) => email);
  const seeded = await prisma.user.findMany({ where: { email: { in: emails } } });
  for (const { id } of seeded)
    await prisma.user.update({ where: { id }, data: { email: `${id}@moved.test` } });
  onTestFinished(async () => {
    await prisma.staffMember.deleteMany({ where: { user: { email: { in: emails } } } });
    await prisma.user.deleteMany({ where: { email: { in: emails } } });
    for (const { id, email } of seeded) await prisma.user.update({ where: { id }, data: { email } });
  });
  for (const { role, endedAt } of memberships)
    await prisma.user.create({
      data: {
        id: `usr_${crypto.randomUUID()}`,
        email: `${role}@demo.example`,
        name: role,
        passwordHash: 'none',
        staff: { create: { role, endedAt } },
      },
    });
}

test("the demo's staff have credentials that derive from the installation's keys", () => {
  useKnownKeys();
  // The authenticator key of RFC 6238, appendix B.
  const authenticatorKey = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  const [reviewer, support, admin] = [
    { name: 'Mia Reviewer', role: 'reviewer', email: 'reviewer@demo.example' },
    { name: 'Sam Support', role: 'support', email: 'support@demo.example' },
    { name: 'Ada Admin', role: 'admin', email: 'admin@demo.example' },
  ];
  expect(listDemoStaff()).toEqual([
    { ...reviewer, password: 'desk-xxreviewerAA', authenticatorKey },
    { ...support, password: 'desk-xxsupportAAA', authenticatorKey },
    { ...admin, password: 'desk-xxadminAAAAA', authenticatorKey },
  ]);
  const code = '287082';
  expect(listDemoAuthenticatorCodes(new Date(59_000))).toEqual([
    { ...reviewer, code },
    { ...support, code },
    { ...admin, code },
  ]);
});

test('the startup lists the logins of the demo staff who exist and are still members', async () => {
  useKnownKeys();
  await useDemoStaff([
    { role: 'reviewer', endedAt: null },
    { role: 'support', endedAt: new Date() },
  ]);
  expect(await listDemoStaffLogins()).toEqual([
    { role: 'reviewer', email: 'reviewer@demo.example', password: 'desk-xxreviewerAA' },
  ]);
});

test('a demo whose creation was interrupted lists no staff logins', async () => {
  await useDemoStaff([]);
  expect(await listDemoStaffLogins()).toEqual([]);
});

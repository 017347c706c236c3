import { Secret } from 'otpauth';
import { prisma } from '~/platform/database/db.server';
import { requirePersistentKey } from '~/platform/secrets/persistent-keys.server';
import { generateAuthenticatorCode } from '~/identity/second-factor/authenticator';
import type { StaffRole } from './staff';

type DemoStaff = { name: string; email: string; role: StaffRole; password: string; authenticatorKey: string };

/**
 * The demo's staff. Their credentials derive from this installation's keys, so that every start, and the page
 * that simulates their authenticator app, can reproduce them. They exist only in demos.
 */
export function listDemoStaff(): DemoStaff[] {
  return [
    createDemoStaffMember('Mia Reviewer', 'reviewer'),
    createDemoStaffMember('Sam Support', 'support'),
    createDemoStaffMember('Ada Admin', 'admin'),
  ];
}

/**
 * Their credentials. Empty in a demo that was created before staff existed, or whose creation was
 * interrupted.
 */
export async function listDemoStaffLogins(): Promise<{ role: StaffRole; email: string; password: string }[]> {
  const staffUsers = await prisma.user.findMany({
    where: { staff: { endedAt: null } },
    select: { email: true },
  });
  return listDemoStaff()
    .filter(({ email }) => staffUsers.some((user) => user.email === email))
    .map(({ role, email, password }) => ({ role, email, password }));
}

/** The current code of each authenticator app. */
export function listDemoAuthenticatorCodes(
  now: Date,
): { name: string; email: string; role: StaffRole; code: string }[] {
  return listDemoStaff().map(({ name, email, role, authenticatorKey }) => ({
    name,
    email,
    role,
    code: generateAuthenticatorCode(authenticatorKey, now),
  }));
}

function createDemoStaffMember(name: string, role: StaffRole): DemoStaff {
  const email = `${role}@demo.example`;
  const password = `desk-${requirePersistentKey(`demo/staff/${role}`).toString('base64url').replace(/[-_]/g, 'x').slice(0, 12)}`;
  const authenticatorKey = new Secret({
    buffer: new Uint8Array(requirePersistentKey(`demo/authenticator/${role}`).subarray(0, 20)).buffer,
  }).base32;
  return { name, email, role, password, authenticatorKey };
}

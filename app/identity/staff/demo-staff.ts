import { Secret } from 'otpauth';
import { prisma } from '~/platform/db.server';
import { lastingKey } from '~/platform/lasting-keys.server';
import { generateAuthenticatorCode } from '~/identity/second-factor/authenticator';
import type { StaffRole } from './staff';

type DemoStaff = { name: string; email: string; role: StaffRole; password: string; authenticatorKey: string };

/**
 * The staff of the demo world. What they log in with comes from this installation's keys, so that every start, and the page
 * that plays their authenticator app, can tell it again. Outside of a demo nobody has these accounts.
 */
export function listDemoStaff(): DemoStaff[] {
  return [
    createDemoStaffMember('Mia Reviewer', 'reviewer'),
    createDemoStaffMember('Sam Support', 'support'),
    createDemoStaffMember('Ada Admin', 'admin'),
  ];
}

/** What they log in with; nobody in a demo that was made before there was staff, or did not get that far. */
export async function listDemoStaffLogins(): Promise<{ role: StaffRole; email: string; password: string }[]> {
  const existingUsers = await prisma.user.findMany({
    where: { email: { in: listDemoStaff().map(({ email }) => email) }, staff: { endedAt: null } },
    select: { email: true },
  });
  return listDemoStaff()
    .filter(({ email }) => existingUsers.some((user) => user.email === email))
    .map(({ role, email, password }) => ({ role, email, password }));
}

/** What each of their authenticator apps shows now. */
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
  const password = `desk-${lastingKey(`demo/staff/${role}`).toString('base64url').replace(/[-_]/g, 'x').slice(0, 12)}`;
  const authenticatorKey = new Secret({
    buffer: new Uint8Array(lastingKey(`demo/authenticator/${role}`).subarray(0, 20)).buffer,
  }).base32;
  return { name, email, role, password, authenticatorKey };
}

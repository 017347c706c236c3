import { Secret } from 'otpauth';
import { prisma } from '~/platform/db.server';
import { lastingKey } from '~/platform/lasting-keys.server';
import { showCode } from './authenticator';
import type { StaffRole } from './staff';

type DemoStaff = { name: string; email: string; role: StaffRole; password: string; authenticatorKey: string };

/**
 * The staff of the demo world. What they log in with comes from this installation's keys, so that every start, and the page
 * that plays their authenticator app, can tell it again. Outside of a demo nobody has these accounts.
 */
export function demoStaff(): DemoStaff[] {
  return [member('Mia Reviewer', 'reviewer'), member('Sam Support', 'support'), member('Ada Admin', 'admin')];
}

/** What they log in with; nobody in a demo that was made before there was staff, or did not get that far. */
export async function demoStaffLogins(): Promise<{ role: StaffRole; email: string; password: string }[]> {
  const present = await prisma.user.findMany({
    where: { email: { in: demoStaff().map(({ email }) => email) }, staff: { endedAt: null } },
    select: { email: true },
  });
  return demoStaff()
    .filter(({ email }) => present.some((user) => user.email === email))
    .map(({ role, email, password }) => ({ role, email, password }));
}

/** What each of their authenticator apps shows now. */
export function demoCodes(now: Date): { name: string; email: string; role: StaffRole; code: string }[] {
  return demoStaff().map(({ name, email, role, authenticatorKey }) => ({
    name,
    email,
    role,
    code: showCode(authenticatorKey, now),
  }));
}

function member(name: string, role: StaffRole): DemoStaff {
  const email = `${role}@demo.example`;
  const password = `desk-${lastingKey(`demo/staff/${role}`).toString('base64url').replace(/[-_]/g, 'x').slice(0, 12)}`;
  const authenticatorKey = new Secret({
    buffer: new Uint8Array(lastingKey(`demo/authenticator/${role}`).subarray(0, 20)).buffer,
  }).base32;
  return { name, email, role, password, authenticatorKey };
}

import { emailAddress } from '../../app/identity/email/email-address';
import { endSessionsOfPerson } from '../../app/identity/sessions/session-list';
import { personName } from '../../app/identity/users/person-name';
import { resetSecondFactor } from '../../app/identity/second-factor/second-factor';
import { endStaffMembership, isStaffRole, listStaff } from '../../app/identity/staff/staff';
import {
  inviteStaff,
  listStaffInvitations,
  withdrawStaffInvitation,
} from '../../app/identity/staff/staff-invitations';
import { findUserByEmail } from '../../app/identity/users/users';
import { config } from '../../app/platform/config/config.server';
import { closeDatabase } from '../../app/platform/database/db.server';
import { openQueues, stopQueue } from '../../app/platform/jobs/queue.server';
import { prepareDatabase } from '../../app/startup';

const actor = 'system:shell';

class Refusal extends Error {
  override name = 'Refusal';
}

type Arguments = { verb: string | undefined; email: string; role: string; name: string };

/**
 * Runs a command line.
 * @returns the output; undefined for an unknown command
 */
export async function runStaffCommand({ verb, ...rest }: Arguments): Promise<string | undefined> {
  const runCommand =
    verb !== undefined && Object.hasOwn(commands, verb) && commands[verb as keyof typeof commands];
  if (!runCommand) return undefined;
  await prepareDatabase();
  await openQueues();
  try {
    return await runCommand(rest);
  } finally {
    await stopQueue();
    await closeDatabase();
  }
}

const commands = { add, list, end, 'log-out': logOut, 'reset-factor': resetFactor };

async function add(commandArguments: Omit<Arguments, 'verb'>): Promise<string> {
  const email = readEmail(commandArguments.email);
  if (!isStaffRole(commandArguments.role)) throw new Refusal('The role must be reviewer, support, or admin.');
  const name = personName.safeParse(commandArguments.name);
  if (!name.success) throw new Refusal(`${name.error.issues[0]!.message}.`);
  if ((await inviteStaff({ email, name: name.data, role: commandArguments.role, actor })) === 'already_staff')
    throw new Refusal(
      `${email} is already a staff member. Another admin can change the role in the staff area, under Staff.`,
    );
  const sent = config.databaseUrl ? 'by the running server' : 'at the next start';
  return `The invitation for ${email} will be sent ${sent}. Its link works for 7 days.`;
}

async function list(): Promise<string> {
  const [members, invitations] = await Promise.all([listStaff(), listStaffInvitations()]);
  const rows = [
    ...members.map(({ email, role, name, endedAt, hasSecondFactor }) => [
      email,
      role,
      name,
      endedAt ? `until ${formatDay(endedAt)}` : hasSecondFactor ? 'active' : 'no second factor yet',
    ]),
    ...invitations.map(({ email, role, name, expiresAt }) => [
      email,
      role,
      name,
      `invited, until ${formatDay(expiresAt)}`,
    ]),
  ];
  return rows.length
    ? rows
        .map(([email, role, ...more]) => [email!.padEnd(40), role!.padEnd(10), ...more].join('  '))
        .join('\n')
    : 'There are no staff members.';
}

async function end(commandArguments: Omit<Arguments, 'verb'>): Promise<string> {
  const email = readEmail(commandArguments.email);
  const user = await findUserByEmail(email);
  if (user && (await endStaffMembership({ userId: user.id, actor })) === 'ended')
    return `${email} was removed from the staff and logged out.`;
  return (await withdrawStaffInvitation({ email, actor }))
    ? `The invitation for ${email} was revoked.`
    : `${email} is not a staff member.`;
}

async function logOut(commandArguments: Omit<Arguments, 'verb'>): Promise<string> {
  const { email, user } = await requireUser(commandArguments);
  return (await endSessionsOfPerson({ userId: user.id, actor }))
    ? `${email} was logged out in all browsers.`
    : `${email} was not logged in.`;
}

async function resetFactor(commandArguments: Omit<Arguments, 'verb'>): Promise<string> {
  const { email, user } = await requireUser(commandArguments);
  await resetSecondFactor({ userId: user.id, actor });
  return `${email} was logged out, and the second factor was removed. Staff members set up a new one at their next login.`;
}

async function requireUser(commandArguments: { email: string }) {
  const email = readEmail(commandArguments.email);
  const user = await findUserByEmail(email);
  if (!user) throw new Refusal(`No user has the address ${email}.`);
  return { email, user };
}

function readEmail(text: string): string {
  const email = emailAddress.safeParse(text);
  if (!email.success) throw new Refusal(`${email.error.issues[0]!.message}.`);
  return email.data;
}

function formatDay(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

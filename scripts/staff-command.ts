import { emailAddress } from '../app/identity/email/email-address';
import { personName } from '../app/identity/users/person-name';
import { resetSecondFactor } from '../app/identity/second-factor/second-factor';
import { endStaffMembership, isStaffRole, listStaff } from '../app/identity/staff/staff';
import {
  inviteStaff,
  listStaffInvitations,
  withdrawStaffInvitation,
} from '../app/identity/staff/staff-invitations';
import { findUserByEmail } from '../app/identity/users/users';
import { createMailQueue } from '../app/mail/outbox';
import { config } from '../app/platform/config.server';
import { closeDatabase } from '../app/platform/db.server';
import { boss } from '../app/platform/queue.server';
import { prepareDatabase } from '../app/startup';

const actor = 'system:shell';

class Refusal extends Error {
  override name = 'Refusal';
}

type Arguments = { verb: string | undefined; email: string; role: string; name: string };

/** Does what was asked for in the shell. @returns what to tell; undefined for what it does not know */
export async function runStaffCommand({ verb, ...rest }: Arguments): Promise<string | undefined> {
  const work = verb !== undefined && Object.hasOwn(verbs, verb) && verbs[verb as keyof typeof verbs];
  if (!work) return undefined;
  await prepareDatabase();
  await boss.start();
  await createMailQueue();
  try {
    return await work(rest);
  } finally {
    await boss.stop({ wait: true, close: false });
    await closeDatabase();
  }
}

const verbs = { add, list, end, 'reset-factor': resetFactor };

async function add(given: Omit<Arguments, 'verb'>): Promise<string> {
  const email = readEmail(given.email);
  if (!isStaffRole(given.role)) throw new Refusal('The role is reviewer, support or admin.');
  const name = personName.safeParse(given.name);
  if (!name.success) throw new Refusal(`${name.error.issues[0]!.message}.`);
  if ((await inviteStaff({ email, name: name.data, role: given.role, actor })) === 'already_staff')
    throw new Refusal(`${email} is on the staff already. For another role, end it first, then add it again.`);
  const sent = config.databaseUrl ? 'by the running server' : 'at the next start';
  return `The invitation for ${email} is sent ${sent}. Its link works for 7 days.`;
}

async function list(): Promise<string> {
  const [members, invitations] = await Promise.all([listStaff(), listStaffInvitations()]);
  const rows = [
    ...members.map(({ email, role, name, endedAt, hasSecondFactor }) => [
      email,
      role,
      name,
      endedAt ? `until ${day(endedAt)}` : hasSecondFactor ? 'active' : 'has not set up an app',
    ]),
    ...invitations.map(({ email, role, name, expiresAt }) => [
      email,
      role,
      name,
      `invited, until ${day(expiresAt)}`,
    ]),
  ];
  return rows.length
    ? rows
        .map(([email, role, ...more]) => [email!.padEnd(40), role!.padEnd(10), ...more].join('  '))
        .join('\n')
    : 'Nobody is on the staff.';
}

async function end(given: Omit<Arguments, 'verb'>): Promise<string> {
  const email = readEmail(given.email);
  const user = await findUserByEmail(email);
  if (user && (await endStaffMembership({ userId: user.id, actor })) === 'ended')
    return `${email} is off the staff and logged out.`;
  return (await withdrawStaffInvitation({ email, actor }))
    ? `The invitation of ${email} is taken back.`
    : `${email} is not on the staff.`;
}

async function resetFactor(given: Omit<Arguments, 'verb'>): Promise<string> {
  const email = readEmail(given.email);
  const user = await findUserByEmail(email);
  if (!user) throw new Refusal(`Nobody has the address ${email}.`);
  await resetSecondFactor({ userId: user.id, actor });
  return `${email} is logged out and has no second factor. Staff set up a new one at the next login, with their password.`;
}

function readEmail(text: string): string {
  const email = emailAddress.safeParse(text);
  if (!email.success) throw new Refusal(`${email.error.issues[0]!.message}.`);
  return email.data;
}

function day(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

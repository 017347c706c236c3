import { hashPassword } from '~/identity/passwords/passwords';
import type { SignInMethod } from '~/identity/sessions/session-store';
import { startSession } from '~/identity/sessions/sessions';
import type { MemberRole } from '~/merchants/team/members';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { unseal } from '~/platform/secrets/secrets.server';
import { openBrowser } from '../browser';

export const memberPassword = 'correct horse battery';
let passwordHash: string | undefined;

/** A person with a login. With an account, a member of its team. */
export async function buildPerson({
  accountId,
  role = 'viewer',
  name = 'Mia Example',
}: { accountId?: string; role?: MemberRole; name?: string } = {}) {
  const userId = createId('usr');
  const email = `${userId}@team.test`;
  passwordHash ??= await hashPassword(memberPassword);
  await prisma.user.create({
    data: {
      id: userId,
      email,
      name,
      passwordHash,
      ...(accountId && { members: { create: { accountId, role } } }),
    },
  });
  return { userId, email, name };
}

/** A browser in which this person is logged in. `method`: how. */
export async function logInAs(userId: string, { method = 'password' }: { method?: SignInMethod } = {}) {
  const browser = openBrowser();
  const [, cookie, value] = /^([^=]+)=([^;]+)/.exec(
    await startSession(new Request('http://localhost:3000/'), userId, '127.0.0.1', 'portal', method),
  )!;
  browser.cookies.set(cookie!, value!);
  return browser;
}

/** The emails to an address, oldest first. */
export async function listMailsTo(
  email: string,
): Promise<{ template: string; props: Record<string, string> }[]> {
  const mails = await prisma.mail.findMany({ where: { recipient: email }, orderBy: { createdAt: 'asc' } });
  return mails.map(({ template, sealed }) => ({
    template,
    props: sealed ? (JSON.parse(unseal('mail', sealed)!) as Record<string, string>) : {},
  }));
}

/** The token of the newest invitation to an address. */
export async function readInvitationToken(email: string): Promise<string> {
  const mails = (await listMailsTo(email)).filter(({ template }) => template === 'team-invitation');
  return mails.at(-1)!.props.link!.split('/').at(-1)!;
}

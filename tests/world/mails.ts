import { prisma } from '~/platform/db.server';
import { unseal } from '~/platform/secrets.server';
import type { Merchant } from './merchants';

/** What was written to a merchant's owner and not sent yet, the oldest first, with what it says. */
export async function listMailsToOwner({
  ownerId,
}: Pick<Merchant, 'ownerId'>): Promise<{ template: string; props: Record<string, unknown> }[]> {
  const { email } = await prisma.user.findUniqueOrThrow({ where: { id: ownerId } });
  const mails = await prisma.mail.findMany({ where: { recipient: email }, orderBy: { createdAt: 'asc' } });
  return mails.map(({ template, sealed }) => ({
    template,
    props: sealed ? (JSON.parse(unseal('mail', sealed)!) as Record<string, unknown>) : {},
  }));
}

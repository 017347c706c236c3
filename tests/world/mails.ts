import { prisma } from '~/platform/database/db.server';
import { unseal } from '~/platform/secrets/secrets.server';
import type { Merchant } from './merchants';

/** The unsent emails to a merchant's owner with their content, oldest first. */
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

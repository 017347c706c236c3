import { renderCopy, sealCopy } from '~/mail/mail-copy';
import type { TemplateName } from '~/mail/templates';
import { createId } from '~/platform/ids';
import { prisma } from '~/platform/database/db.server';
import { unseal } from '~/platform/secrets/secrets.server';
import { mailSamples } from './mail-samples';
import type { Merchant } from '../merchants';

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

/** A sent email with its copy, of one without secrets unless `template` is another. */
export async function buildSentMail({
  recipient = `${createId('usr')}@example.com`,
  template = 'password-changed' as TemplateName,
  createdAt = new Date(),
} = {}): Promise<string> {
  const { id } = await prisma.mail.create({
    data: {
      id: createId('mail', createdAt.getTime()),
      ...{ recipient, template, createdAt, sentAt: createdAt, status: 'sent', attempts: 1 },
      sealedCopy: sealCopy(await renderCopy(template, mailSamples[template])),
    },
  });
  return id;
}

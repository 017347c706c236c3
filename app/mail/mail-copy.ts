import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { prisma } from '~/platform/database/db.server';
import { getIdLowerBound } from '~/platform/ids';
import type { SealedColumn } from '~/platform/secrets/reencryption.server';
import { seal, unsealOrThrow } from '~/platform/secrets/secrets.server';
import { leaveOutSecrets, linkLeftOut } from './left-out-secrets';
import { renderMail, type RenderedMail, type TemplateName, type TemplateProps } from './templates';

/** `isComplete`: it's the email as it was sent, because the email contains no secret. */
export type MailCopy = RenderedMail & { isComplete: boolean };

export const copyRetentionDays = 30;

const purpose = 'mail-copy';

export const sealedMailCopies: SealedColumn = {
  label: 'copies of sent emails',
  table: 'mails',
  keys: ['id'],
  where: 'sealed_copy is not null',
  value: 'sealed_copy',
  assignment: 'sealed_copy = $1',
  purpose: () => purpose,
};

/** The copy of an email for staff, rendered without its secrets: they can't be removed from it later. */
export async function renderCopy<N extends TemplateName>(
  name: N,
  props: TemplateProps<N>,
): Promise<MailCopy> {
  const safeProps = leaveOutSecrets(name, props);
  const isComplete = JSON.stringify(safeProps) === JSON.stringify(props);
  const { html, ...rendered } = await renderMail(name, safeProps);
  return { ...rendered, html: html.replaceAll(` href="${linkLeftOut}"`, ''), isComplete };
}

/** Compressed first, because the styles of an email are most of it. */
export const sealCopy = (copy: MailCopy): string =>
  seal(purpose, deflateRawSync(JSON.stringify(copy)).toString('base64'));

export const unsealCopy = (sealed: string): MailCopy =>
  JSON.parse(inflateRawSync(Buffer.from(unsealOrThrow(purpose, sealed), 'base64')).toString()) as MailCopy;

const deleteBatchSize = 5_000;

/** Whether the time for which copies are kept is over. Before that, an email without one never had one. */
export const isCopyExpired = ({ sentAt, createdAt }: { sentAt: Date | null; createdAt: Date }): boolean =>
  Date.now() - (sentAt ?? createdAt).getTime() > copyRetentionDays * 86_400_000;

/** Deletes copies 30 days after sending, a few thousand at a time to avoid long locks. Called by a timer. */
export async function deleteOldMailCopies(stopping: AbortSignal): Promise<void> {
  const before = getIdLowerBound('mail', new Date(Date.now() - copyRetentionDays * 86_400_000));
  for (let deleted = deleteBatchSize; deleted === deleteBatchSize && !stopping.aborted;)
    deleted = await prisma.$executeRaw`
      update mails set sealed_copy = null where id in (
        select id from mails
        where sealed_copy is not null and id < ${before}
          and coalesce(sent_at, created_at) < now() - make_interval(days => ${copyRetentionDays})
        order by id limit ${deleteBatchSize}::int)`;
}

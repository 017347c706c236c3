import type { Database } from '~/platform/database/db.server';
import { unsealCopy, type MailCopy } from './mail-copy';
import { sendMailAgain } from './outbox';
import { templateSecrets } from './template-secrets';
import { templateName } from './templates';

export const maximumResendsPerDay = 3;

export type ResendOutcome =
  'queued' | 'nothing_to_send' | 'has_secrets' | 'copy_deleted' | 'too_many_resends';

/**
 * Sends an email again from its copy, to the address that it was for. Not one with secrets: its copy lacks
 * them, and the recipient may have used them since.
 */
export async function resendCopy(db: Database, mailId: string): Promise<ResendOutcome> {
  // Locked, so that requests at once don't exceed the limit.
  const [mail] = await db.$queryRaw<
    { id: string; recipient: string; template: string; sealedCopy: string | null }[]
  >`
    select id, recipient, template, sealed_copy as "sealedCopy" from mails
    where id = ${mailId} and original_id is null and status in ('sent', 'refused', 'bounced', 'undelivered') for update`;
  if (!mail) return 'nothing_to_send';
  const copy = mail.sealedCopy === null ? null : unsealCopy(mail.sealedCopy);
  if (getResendAlternative(mail.template, copy)) return 'has_secrets';
  if (!copy) return 'copy_deleted';
  const [today] = await db.$queryRaw<[{ resends: number }]>`
    select count(*)::int as resends from mails where original_id = ${mailId} and created_at > now() - interval '1 day'`;
  if (today.resends >= maximumResendsPerDay) return 'too_many_resends';
  await sendMailAgain(db, mail, copy);
  return 'queued';
}

/** What staff tell the recipient of an email that can't be sent again because of its secrets. Null for others. */
export function getResendAlternative(template: string, copy: MailCopy | null): string | null {
  const { data: name } = templateName.safeParse(template);
  const secrets = name && templateSecrets[name];
  if (secrets) return secrets.instead;
  return copy && !copy.isComplete ? 'Ask the person to repeat what they did, which sends a new link.' : null;
}

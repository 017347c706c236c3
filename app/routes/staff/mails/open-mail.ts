import { findMail, type MailView } from '~/mail/mail-view';
import { isId } from '~/platform/ids';
import { recordStaffAccess } from '~/support/access-log';

/**
 * An email with its content, after recording that the staff member sees it.
 * @throws Response 404 for an unknown ID
 */
export async function openMail(id: string, userId: string): Promise<MailView> {
  const mail = isId('mail', id) ? await findMail(id) : null;
  if (!mail) throw new Response(null, { status: 404 });
  await recordStaffAccess({ userId, action: 'staff_viewed_mail', subject: id });
  return mail;
}

import { hasStaffPermission, type StaffRole } from '~/identity/staff/staff';
import { findMail, type MailView } from '~/mail/mail-view';
import { isId } from '~/platform/ids';
import { recordStaffAccess } from '~/support/access-log';

export type OpenedMail = MailView & { isContentHidden: boolean };

/**
 * An email with its content, after recording that the staff member sees it. The content of emails about staff access,
 * such as the reason for a reset, is for admins only: `isContentHidden`, and `copy` is null.
 * @throws Response 404 for an unknown ID
 */
export async function openMail(
  id: string,
  { user, role }: { user: { id: string }; role: StaffRole },
): Promise<OpenedMail> {
  const mail = isId('mail', id) ? await findMail(id) : null;
  if (!mail) throw new Response(null, { status: 404 });
  await recordStaffAccess({ userId: user.id, action: 'staff_viewed_mail', subject: id });
  const isContentHidden = mail.template.startsWith('staff-') && !hasStaffPermission(role, 'staff_manage');
  return { ...mail, copy: isContentHidden ? null : mail.copy, isContentHidden };
}

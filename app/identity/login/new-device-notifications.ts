import { sendMail } from '~/mail/outbox';
import { buildPortalUrl, buildStaffUrl } from '~/platform/http/surfaces.server';
import { databaseNow, type Database } from '~/platform/database/db.server';
import type { Area } from '~/identity/sessions/session-store';
import { takeAttempt } from './lockout';
import { describeDevice, readUserAgent } from '~/identity/sessions/user-agent';

/**
 * Whether a person may get another new-device notification in this hour, so that repeated logins don't fill
 * their inbox. Counted outside of any transaction.
 */
export async function canNotifyNewDevice(userId: string): Promise<boolean> {
  return !(await takeAttempt('new_device_mail', userId));
}

/** Notifies a person about a login from a new browser, in the transaction of that login. */
export async function notifyNewDevice(
  db: Database,
  request: Request,
  { email, address, area }: { email: string; address: string; area: Area },
): Promise<void> {
  const props = {
    signedInAt: (await databaseNow(db)).toISOString(),
    device: describeDevice(readUserAgent(request)),
    address,
    area,
    passwordLink: buildPortalUrl('/forgot-password'),
    sessionsLink:
      area === 'staff' ? buildStaffUrl('/staff/security/sessions') : buildPortalUrl('/security/sessions'),
  };
  await sendMail(db, { to: email, template: 'new-device', props });
}

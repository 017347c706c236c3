import { sendMail } from '~/mail/outbox';
import { portalAddress, staffAddress } from '~/platform/addresses.server';
import { databaseNow, type Database } from '~/platform/db.server';
import type { Area } from './session-store';
import { takeTry } from './throttles';
import { deviceWords, userAgentOf } from './user-agent';

/** Whether a person may be told of one more new device in this hour: who logs in again and again fills no inbox. Counted outside of any transaction. */
export async function mayTellNewDevice(userId: string): Promise<boolean> {
  return !(await takeTry('new_device_mail', userId));
}

/** Tells a person that somebody has logged in as them from a browser they have not used before, in the transaction of that login. */
export async function tellNewDevice(
  db: Database,
  request: Request,
  { email, address, area }: { email: string; address: string; area: Area },
): Promise<void> {
  const props = {
    signedInAt: (await databaseNow(db)).toISOString(),
    device: deviceWords(userAgentOf(request)),
    address,
    area,
    passwordLink: portalAddress('/forgot-password'),
    sessionsLink:
      area === 'staff' ? staffAddress('/staff/security/sessions') : portalAddress('/security/sessions'),
  };
  await sendMail(db, { to: email, template: 'new-device', props });
}

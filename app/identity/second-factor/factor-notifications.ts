import type { AuditAction, AuditActor } from '~/audit/audit';
import { sendMail } from '~/mail/outbox';
import { buildPortalUrl, buildStaffUrl } from '~/platform/http/surfaces.server';
import { databaseNow, type Database } from '~/platform/database/db.server';
import { recordUserAudit } from '~/identity/users/user-audit';
import { findStaffRole } from '~/identity/staff/staff';

const auditActions = {
  set_up: 'second_factor_set_up',
  app_removed: 'second_factor_turned_off',
  turned_off: 'second_factor_turned_off',
  reset: 'second_factor_reset',
  recovered: 'second_factor_recovered',
  recovery_codes_made: 'recovery_codes_generated',
  passkey_added: 'passkey_added',
  passkey_removed: 'passkey_removed',
  last_passkey_removed: 'passkey_removed',
} as const satisfies Record<string, AuditAction>;

/** Of somebody's second factor, by themselves, in the session that asks, or anyone who has the server's shell. */
export type FactorChange = { userId: string; actor: AuditActor; address?: string; sessionId?: string };

/** Writes a change of somebody's second factor down, and tells the person, in case it was somebody else. @param passkey the name of the one it is about */
export async function notifyFactorChange(
  tx: Database,
  { userId, actor, address }: FactorChange,
  change: keyof typeof auditActions,
  passkey?: string,
): Promise<void> {
  await recordUserAudit(tx, {
    userId,
    actor,
    action: auditActions[change],
    address,
    ...(passkey !== undefined && { details: { name: passkey } }),
  });
  const { email } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  const changedAt = (await databaseNow(tx)).toISOString();
  const isStaff =
    actor.startsWith('staff:') || (actor.startsWith('system:') && (await findStaffRole(userId, tx)) !== null);
  const links = {
    passwordLink: buildPortalUrl('/forgot-password'),
    securityLink: isStaff ? buildStaffUrl('/staff/security') : buildPortalUrl('/security'),
  };
  await sendMail(tx, {
    to: email,
    template: 'second-factor-changed',
    props: { change, changedAt, passkey, ...links },
  });
}

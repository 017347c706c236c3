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

/** Who changed a second factor: the person in the given session, or someone with shell access. */
export type FactorChange = { userId: string; actor: AuditActor; address?: string; sessionId?: string };

/**
 * Audits a change of a second factor and notifies the person, in case it wasn't them.
 * @param passkey the name of the passkey, if it's about one
 */
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

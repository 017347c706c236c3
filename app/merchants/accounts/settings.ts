import { recordAudit, type AuditValues } from '~/audit/audit';
import { takeReleasableAttempt } from '~/identity/login/lockout';
import { lockAccount } from '~/platform/database/account-lock.server';
import { cardBrands, type CardBrand } from '~/platform/cards/card-brands';
import { compareEdit, pickValues } from '~/platform/concurrency/compare-edit';
import { prisma, type Database } from '~/platform/database/db.server';
import { listTimeZones } from '~/platform/time/time-zones.server';

export const captureModes = ['authcap', 'authorize'] as const;
type CaptureMode = (typeof captureModes)[number];

export const threeDSecureModes = ['automatic', 'always', 'never'] as const;
/** When payers are authenticated with 3-D Secure. `automatic`: the acquirer decides. */
export type ThreeDSecureMode = (typeof threeDSecureModes)[number];

export const billingDetailsModes = ['minimal', 'full'] as const;
/** The billing details that the checkout asks for. `minimal`: country and postal code. `full`: the whole address. */
export type BillingDetailsMode = (typeof billingDetailsModes)[number];

/** The payment settings and time zone of an account. */
export type AccountSettings = {
  timeZone: string;
  /** The operation of payment intents that don't specify one. */
  captureMode: CaptureMode;
  threeDSecure: ThreeDSecureMode;
  /** Of payment intents that don't specify them. */
  billingDetails: BillingDetailsMode;
  billingRequired: boolean;
  /** The hold duration in days. `null` for a brand: the general one. */
  holdDays: number;
  brandHoldDays: Record<CardBrand, number | null>;
};

/** A single value by its name: `hold_days`, `hold_days_visa`. */
type SettingName = string;

export async function retrieveSettings(accountId: string, db: Database = prisma): Promise<AccountSettings> {
  const { brandHoldDays, captureMode, threeDSecure, billingDetails, ...account } =
    await db.account.findUniqueOrThrow({
      where: { id: accountId },
      select: {
        timeZone: true,
        captureMode: true,
        threeDSecure: true,
        billingDetails: true,
        billingRequired: true,
        holdDays: true,
        brandHoldDays: true,
      },
    });
  const storedHoldDays = brandHoldDays as Partial<Record<CardBrand, number>>;
  return {
    ...account,
    captureMode: captureMode as CaptureMode,
    threeDSecure: threeDSecure as ThreeDSecureMode,
    billingDetails: billingDetails as BillingDetailsMode,
    brandHoldDays: mapBrands((brand) => storedHoldDays[brand] ?? null),
  };
}

type SettingsEdit = {
  accountId: string;
  /** The values that the person saw. Unchanged ones keep their current value. */
  seen: AccountSettings;
  requested: AccountSettings;
  by: string;
  address?: string;
};

/**
 * Applies a person's changes. If someone else has changed the same value since, nothing is changed.
 * @param edit values that the caller has validated: days within what the acquirers allow
 * @returns the names of the values that someone else has changed; `too_many_time_zones`: ten a day, because
 * each recalculates the daily totals
 */
export async function changeSettings(
  edit: SettingsEdit,
): Promise<
  'changed' | 'unchanged' | 'unknown_time_zone' | 'too_many_time_zones' | { conflicts: SettingName[] }
> {
  const { accountId, seen, requested } = edit;
  const { timeZone } = await retrieveSettings(accountId);
  if ([seen.timeZone, timeZone].includes(requested.timeZone)) return applySettingsChange(edit);
  if (!(await listTimeZones()).includes(requested.timeZone)) return 'unknown_time_zone';
  const attempt = await takeReleasableAttempt('time_zone', accountId);
  if (attempt.waitSeconds) return 'too_many_time_zones';
  const outcome = await applySettingsChange(edit);
  if (outcome !== 'changed') await attempt.release();
  return outcome;
}

function applySettingsChange({
  accountId,
  seen,
  requested,
  by,
  address,
}: SettingsEdit): Promise<'changed' | 'unchanged' | { conflicts: SettingName[] }> {
  return prisma.$transaction(async (db) => {
    // One at a time per account.
    await lockAccount(db, accountId);
    const [current, target] = [
      toSettingValues(await retrieveSettings(accountId, db)),
      toSettingValues(requested),
    ];
    const { changedNames, conflicts } = compareEdit({
      seen: toSettingValues(seen),
      current,
      requested: target,
    });
    if (conflicts.length) return { conflicts };
    if (!changedNames.length) return 'unchanged';
    await updateAccountSettings(db, accountId, { ...current, ...pickValues(target, changedNames) });
    await recordAudit(db, {
      actor: `portal:${by}`,
      action: 'settings_changed',
      accountId,
      before: pickValues(current, changedNames),
      after: pickValues(target, changedNames),
      address,
    });
    return 'changed';
  });
}

/** The settings as single values, for comparison and the audit log. */
export function toSettingValues({
  timeZone,
  captureMode,
  threeDSecure,
  billingDetails,
  billingRequired,
  holdDays,
  brandHoldDays,
}: AccountSettings): AuditValues {
  return {
    time_zone: timeZone,
    capture_mode: captureMode,
    three_d_secure: threeDSecure,
    billing_details: billingDetails,
    billing_required: billingRequired,
    hold_days: holdDays,
    ...Object.fromEntries(cardBrands.map((brand) => [toBrandSettingName(brand), brandHoldDays[brand]])),
  };
}

export function toBrandSettingName(brand: CardBrand): SettingName {
  return `hold_days_${brand.replaceAll('-', '_')}`;
}

export function mapBrands<Value>(valueOf: (brand: CardBrand) => Value): Record<CardBrand, Value> {
  return Object.fromEntries(cardBrands.map((brand) => [brand, valueOf(brand)])) as Record<CardBrand, Value>;
}

async function updateAccountSettings(db: Database, accountId: string, values: AuditValues): Promise<void> {
  const overriddenBrands = cardBrands.filter((brand) => values[toBrandSettingName(brand)] !== null);
  await db.account.update({
    where: { id: accountId },
    data: {
      timeZone: String(values.time_zone),
      captureMode: String(values.capture_mode),
      threeDSecure: String(values.three_d_secure),
      billingDetails: String(values.billing_details),
      billingRequired: values.billing_required === true,
      holdDays: Number(values.hold_days),
      brandHoldDays: Object.fromEntries(
        overriddenBrands.map((brand) => [brand, Number(values[toBrandSettingName(brand)])]),
      ),
    },
  });
}

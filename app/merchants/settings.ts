import { recordAudit, type AuditValues } from '~/audit/audit';
import { giveTryBack, takeTry } from '~/identity/throttles';
import { lockAccount } from '~/platform/account-lock.server';
import { cardBrands, type CardBrand } from '~/platform/card-brands';
import { prisma, type Database } from '~/platform/db.server';
import { listTimeZones } from '~/platform/time-zones.server';

export const captureModes = ['authcap', 'authorize'] as const;
type CaptureMode = (typeof captureModes)[number];

/** What an account may choose about its payments, and in which time zone its people read. */
export type Settings = {
  timeZone: string;
  /** What a payment intent does when it does not say. */
  captureMode: CaptureMode;
  /** How long an authorization holds money, in days; `null` for a brand means as all others. */
  holdDays: number;
  brandHoldDays: Record<CardBrand, number | null>;
};

/** One value by its name: `hold_days`, `hold_days_visa`. */
type SettingName = string;

export async function retrieveSettings(accountId: string, db: Database = prisma): Promise<Settings> {
  const { brandHoldDays, captureMode, ...account } = await db.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { timeZone: true, captureMode: true, holdDays: true, brandHoldDays: true },
  });
  const chosen = brandHoldDays as Partial<Record<CardBrand, number>>;
  return {
    ...account,
    captureMode: captureMode as CaptureMode,
    brandHoldDays: byBrand((brand) => chosen[brand] ?? null),
  };
}

type Edit = {
  accountId: string;
  /** As the person saw them. What they did not change stays as it is now. */
  seen: Settings;
  wanted: Settings;
  by: string;
  address?: string;
};

/**
 * Changes what a person has changed. Where somebody else has changed the same value since they looked, nothing is done.
 * @param edit values the caller has judged: days within what the acquirers allow
 * @returns the names of the values that somebody else has changed; `too_many_time_zones`: ten a day, for each has the figures counted anew
 */
export async function changeSettings(
  edit: Edit,
): Promise<
  'changed' | 'unchanged' | 'unknown_time_zone' | 'too_many_time_zones' | { overtaken: SettingName[] }
> {
  const { accountId, seen, wanted } = edit;
  const { timeZone } = await retrieveSettings(accountId);
  if ([seen.timeZone, timeZone].includes(wanted.timeZone)) return change(edit);
  if (!(await listTimeZones()).includes(wanted.timeZone)) return 'unknown_time_zone';
  if (await takeTry('time_zone', accountId)) return 'too_many_time_zones';
  const outcome = await change(edit);
  if (outcome !== 'changed') await giveTryBack('time_zone', accountId);
  return outcome;
}

function change({
  accountId,
  seen,
  wanted,
  by,
  address,
}: Edit): Promise<'changed' | 'unchanged' | { overtaken: SettingName[] }> {
  return prisma.$transaction(async (db) => {
    // One at a time per account.
    await lockAccount(db, accountId);
    const [before, current, target] = [
      namedValues(seen),
      namedValues(await retrieveSettings(accountId, db)),
      namedValues(wanted),
    ];
    const chosen = Object.keys(target).filter(
      (name) => target[name] !== before[name] && target[name] !== current[name],
    );
    const overtaken = chosen.filter((name) => current[name] !== before[name]);
    if (overtaken.length) return { overtaken };
    if (!chosen.length) return 'unchanged';
    const only = (values: AuditValues) =>
      Object.fromEntries(chosen.map((name) => [name, values[name]!])) as AuditValues;
    await write(db, accountId, { ...current, ...only(target) });
    await recordAudit(db, {
      actor: `portal:${by}`,
      action: 'settings_changed',
      accountId,
      before: only(current),
      after: only(target),
      address,
    });
    return 'changed';
  });
}

/** The settings as a list of single values, for comparing them and for the audit. */
export function namedValues({ timeZone, captureMode, holdDays, brandHoldDays }: Settings): AuditValues {
  return {
    time_zone: timeZone,
    capture_mode: captureMode,
    hold_days: holdDays,
    ...Object.fromEntries(cardBrands.map((brand) => [nameOfBrand(brand), brandHoldDays[brand]])),
  };
}

export function nameOfBrand(brand: CardBrand): SettingName {
  return `hold_days_${brand.replaceAll('-', '_')}`;
}

export function byBrand<Value>(valueOf: (brand: CardBrand) => Value): Record<CardBrand, Value> {
  return Object.fromEntries(cardBrands.map((brand) => [brand, valueOf(brand)])) as Record<CardBrand, Value>;
}

async function write(db: Database, accountId: string, values: AuditValues): Promise<void> {
  const own = cardBrands.filter((brand) => values[nameOfBrand(brand)] !== null);
  await db.account.update({
    where: { id: accountId },
    data: {
      timeZone: String(values.time_zone),
      captureMode: String(values.capture_mode),
      holdDays: Number(values.hold_days),
      brandHoldDays: Object.fromEntries(own.map((brand) => [brand, Number(values[nameOfBrand(brand)])])),
    },
  });
}

import {
  mapBrands,
  captureModes,
  toBrandSettingName,
  toSettingValues,
  type AccountSettings,
} from '~/merchants/accounts/settings';
import { brandName, cardBrands } from '~/platform/card-brands';
import { textOf } from '../../form-body';

/** The form's fields, in their order. */
export const fields = ['time_zone', 'capture_mode', 'hold_days', ...cardBrands.map(toBrandSettingName)];

export type TypedSettings = Record<string, string>;

export function typedOf(settings: AccountSettings): TypedSettings {
  return Object.fromEntries(
    Object.entries(toSettingValues(settings)).map(([name, value]) => [
      name,
      value === null ? '' : String(value),
    ]),
  );
}

export function readTyped(form: FormData, prefix = ''): TypedSettings {
  return Object.fromEntries(fields.map((name) => [name, textOf(form, prefix + name)]));
}

/** The settings somebody typed, or what is wrong with them. */
export function checkTyped(
  typed: TypedSettings,
  { longestHoldDays, timeZones }: { longestHoldDays: number; timeZones: readonly string[] },
): { settings?: AccountSettings; errors: Record<string, string[]> } {
  const errors: Record<string, string[]> = {};
  const daysOf = (name: string, of: string, empty: number | null): number | null => {
    const text = typed[name]!;
    if (!text && empty === null) return null;
    if (/^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= longestHoldDays) return Number(text);
    errors[name] = [`Enter whole days from 1 to ${longestHoldDays} for ${of}`];
    return empty;
  };
  const captureMode = captureModes.find((mode) => mode === typed.capture_mode);
  const timeZone = typed.time_zone!;
  if (!timeZones.includes(timeZone)) errors.time_zone = ['Choose a time zone of the list'];
  if (!captureMode) errors.capture_mode = ['Choose one of the two'];
  const holdDays = daysOf('hold_days', 'a hold', 7);
  const brandHoldDays = mapBrands((brand) => daysOf(toBrandSettingName(brand), brandName(brand)!, null));
  return Object.keys(errors).length
    ? { errors }
    : { settings: { timeZone, captureMode: captureMode!, holdDays: holdDays!, brandHoldDays }, errors };
}

import {
  billingDetailsModes,
  mapBrands,
  captureModes,
  threeDSecureModes,
  toBrandSettingName,
  toSettingValues,
  type AccountSettings,
} from '~/merchants/accounts/settings';
import { getBrandName, cardBrands } from '~/platform/cards/card-brands';
import { getCurrentZoneName } from '~/platform/time/zone-names';
import { textOf } from '../../forms/form-body';

/** The form's fields in order. */
export const fields = [
  'time_zone',
  'capture_mode',
  'three_d_secure',
  'billing_details',
  'billing_required',
  'hold_days',
  ...cardBrands.map(toBrandSettingName),
];

export type SettingsInput = Record<string, string>;

export function toSettingsInput(settings: AccountSettings): SettingsInput {
  return Object.fromEntries(
    Object.entries(toSettingValues(settings)).map(([name, value]) => [
      name,
      value === null ? '' : String(value),
    ]),
  );
}

export function readSettingsInput(form: FormData, prefix = ''): SettingsInput {
  return Object.fromEntries(fields.map((name) => [name, textOf(form, prefix + name)]));
}

/** The submitted settings, or their errors. */
export function validateSettingsInput(
  input: SettingsInput,
  { maximumHoldDays, timeZones }: { maximumHoldDays: number; timeZones: readonly string[] },
): { settings?: AccountSettings; errors: Record<string, string[]> } {
  const errors: Record<string, string[]> = {};
  const parseDays = (name: string, of: string, empty: number | null): number | null => {
    const text = input[name]!;
    if (!text && empty === null) return null;
    if (/^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= maximumHoldDays) return Number(text);
    errors[name] = [`Enter a whole number of days from 1 to ${maximumHoldDays} for ${of}`];
    return empty;
  };
  const captureMode = captureModes.find((mode) => mode === input.capture_mode);
  const threeDSecure = threeDSecureModes.find((mode) => mode === input.three_d_secure);
  const billingDetails = billingDetailsModes.find((mode) => mode === input.billing_details);
  const isRequired = ['true', 'false'].includes(input.billing_required!);
  // A form from before a rename has the former name.
  const timeZone = timeZones.includes(input.time_zone!)
    ? input.time_zone!
    : getCurrentZoneName(input.time_zone!);
  if (!timeZones.includes(timeZone)) errors.time_zone = ['Choose a time zone from the list'];
  if (!captureMode) errors.capture_mode = ['Choose an option'];
  if (!threeDSecure) errors.three_d_secure = ['Choose an option'];
  if (!billingDetails) errors.billing_details = ['Choose an option'];
  if (!isRequired) errors.billing_required = ['Choose an option'];
  const holdDays = parseDays('hold_days', 'a hold', 7);
  const brandHoldDays = mapBrands((brand) =>
    parseDays(toBrandSettingName(brand), getBrandName(brand)!, null),
  );
  return Object.keys(errors).length
    ? { errors }
    : {
        settings: {
          timeZone,
          captureMode: captureMode!,
          threeDSecure: threeDSecure!,
          billingDetails: billingDetails!,
          billingRequired: input.billing_required === 'true',
          holdDays: holdDays!,
          brandHoldDays,
        },
        errors,
      };
}

import { useHydrated } from '~/ui/forms/use-hydrated';

/** The browser's time zone, for the new account. Empty without scripts. */
export function TimeZoneInput() {
  const zone = useHydrated() ? Intl.DateTimeFormat().resolvedOptions().timeZone : '';
  return <input type="hidden" name="time_zone" value={zone} readOnly />;
}

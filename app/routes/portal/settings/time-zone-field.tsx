import { getCurrentZoneName } from '~/platform/time/zone-names';
import { useHydrated } from '~/ui/forms/use-hydrated';
import { SelectField } from '~/ui/forms/select-field';

type Props = { name: string; timeZones: readonly string[]; defaultValue?: string; error?: string[] };

const oceans = ['Arctic', 'Atlantic', 'Indian', 'Pacific'];

/** Four hundred zones by region, with the browser's zone on top. */
export function TimeZoneField({ timeZones, ...field }: Props) {
  const own = useHydrated() ? getCurrentZoneName(Intl.DateTimeFormat().resolvedOptions().timeZone) : null;
  const options = timeZones.map(optionOf);
  return (
    <SelectField
      {...field}
      label="Time zone"
      hint="Everyone on your team sees times in this zone, and daily reports follow it. The API always uses UTC."
      options={
        own && timeZones.includes(own)
          ? [{ value: own, text: own.replaceAll('_', ' '), group: 'This browser' }, ...options]
          : options
      }
      className="max-w-96"
    />
  );
}

/**
 * America/Argentina/Rio_Gallegos is listed as Argentina, Rio Gallegos in America, so that typing a city's
 * first letters finds it.
 */
function optionOf(zone: string) {
  const [region, ...places] = zone.replaceAll('_', ' ').split('/');
  if (!places.length) return { value: zone, text: zone };
  return {
    value: zone,
    text: places.join(', '),
    group: oceans.includes(region!) ? `${region} Ocean` : region!,
  };
}

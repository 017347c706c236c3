import clsx from 'clsx';
import { useMemo, useState, type ReactNode } from 'react';
import { getCurrentZoneName } from '~/platform/time/zone-names';
import { inputClass } from './field';
import { SelectField } from './select-field';
import { searchTimeZones, toTimeZoneOption, type TimeZoneOption } from './time-zone-options';
import { useHydrated } from './use-hydrated';

type Props = {
  name: string;
  timeZones: readonly string[];
  defaultValue?: string;
  /** The text of an empty choice, if there is one. */
  emptyText?: string;
  hint?: ReactNode;
  error?: string[];
  className?: string;
};

/** Four hundred zones by region, with the browser's zone on top and a search. Without scripts, there's only the list. */
export function TimeZoneField({ timeZones, defaultValue = '', emptyText, ...field }: Props) {
  const isHydrated = useHydrated();
  const [query, setQuery] = useState('');
  const [value, setValue] = useState(defaultValue);
  const options = useMemo(() => timeZones.map(toTimeZoneOption), [timeZones]);
  const own = isHydrated ? getCurrentZoneName(Intl.DateTimeFormat().resolvedOptions().timeZone) : '';
  const found = query.trim() ? searchTimeZones(options, query) : null;
  return (
    <div className={clsx('space-y-2', field.className)}>
      <SelectField
        {...field}
        className="max-w-full"
        label="Time zone"
        value={value}
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
        // The results are visible at once. Phones open their own list.
        size={found ? Math.min(8, found.length + 3) : undefined}
        options={[
          ...(emptyText === undefined ? [] : [{ value: '', text: emptyText }]),
          ...(found
            ? [...toGroup('Selected', options, value), ...found.filter((option) => option.value !== value)]
            : [...toGroup('This browser', options, own), ...options]),
        ]}
      />
      <input
        type="search"
        aria-label="Search time zones"
        placeholder="Search: city, region, or UTC+2"
        autoComplete="off"
        value={query}
        onChange={({ currentTarget }) => setQuery(currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        className={clsx(inputClass, 'border-line-strong noscript:hidden')}
      />
      <p role="status" className="sr-only">
        {found && `${found.length} time ${found.length === 1 ? 'zone' : 'zones'} found`}
      </p>
    </div>
  );
}

const toGroup = (group: string, options: readonly TimeZoneOption[], zone: string) =>
  options.filter(({ value }) => value === zone).map((option) => ({ ...option, group }));

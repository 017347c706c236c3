import clsx from 'clsx';
import { useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { getCurrentZoneName } from '~/platform/time/zone-names';
import { FieldFrame, getBorderClass, getDescribedBy, getFirstMessage, inputClass } from './field';
import { GroupedOptions } from './select-field';
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
export function TimeZoneField({
  name,
  timeZones,
  defaultValue = '',
  emptyText,
  hint,
  error,
  className,
}: Props) {
  const isHydrated = useHydrated();
  const [query, setQuery] = useState('');
  const [value, setValue] = useState(defaultValue);
  const list = useRef<HTMLSelectElement>(null);
  const options = useMemo(() => timeZones.map(toTimeZoneOption), [timeZones]);
  const own = isHydrated ? getCurrentZoneName(Intl.DateTimeFormat().resolvedOptions().timeZone) : '';
  const found = query.trim() ? searchTimeZones(options, query) : null;
  const message = getFirstMessage(error);
  /** What was found is meant, if it's one. */
  const chooseOnly = () => {
    const [only, ...others] = found ?? [];
    if (only && !others.length) setValue(only.value);
  };
  const closeOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !found) return;
    event.preventDefault();
    setQuery('');
  };
  return (
    <FieldFrame {...{ id: name, label: 'Time zone', hint, error, className }}>
      <input
        type="search"
        aria-label="Search time zones"
        placeholder="City, region, or UTC+2"
        autoComplete="off"
        value={query}
        onChange={({ currentTarget }) => setQuery(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') list.current?.focus();
          if (event.key === 'Enter') {
            event.preventDefault();
            chooseOnly();
          }
        }}
        onBlur={chooseOnly}
        className={clsx(inputClass, 'mb-2 border-line-strong noscript:hidden')}
      />
      {/* The results lie above the page, so that nothing moves. Phones open their own list. */}
      <div className="relative min-h-11">
        <select
          ref={list}
          id={name}
          name={name}
          value={value}
          size={found ? Math.min(8, found.length + 3) : undefined}
          onChange={({ currentTarget }) => setValue(currentTarget.value)}
          onClick={({ target }) => target instanceof HTMLOptionElement && setQuery('')}
          onKeyDown={closeOnEnter}
          onBlur={() => setQuery('')}
          aria-invalid={message ? true : undefined}
          aria-describedby={getDescribedBy(name, hint, message)}
          className={clsx(inputClass, getBorderClass(message), found && 'absolute z-10 shadow-menu')}
        >
          <GroupedOptions
            options={[
              ...(emptyText === undefined ? [] : [{ value: '', text: emptyText }]),
              ...(found
                ? [
                    ...toGroup('Selected', options, value),
                    ...found.filter((option) => option.value !== value),
                  ]
                : [...toGroup('This browser', options, own), ...options]),
            ]}
          />
        </select>
      </div>
      <p role="status" className="sr-only">
        {found && `${found.length} time ${found.length === 1 ? 'zone' : 'zones'} found`}
      </p>
    </FieldFrame>
  );
}

const toGroup = (group: string, options: readonly TimeZoneOption[], zone: string) =>
  options.filter(({ value }) => value === zone).map((option) => ({ ...option, group }));

import type { ReactNode } from 'react';

type Props = {
  /** For screen readers. The options explain themselves to others. */
  legend: string;
  name: string;
  options: readonly { value: string; text: ReactNode }[];
  defaultValue: string;
};

/** A few options side by side, of which one applies at once. Radio buttons, so it works without scripts. */
export function SegmentedControl({ legend, name, options, defaultValue }: Props) {
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{legend}</legend>
      <div className="flex flex-wrap gap-1 rounded-lg bg-sunken p-1 text-sm">
        {options.map(({ value, text }) => (
          <label
            key={value}
            className="flex min-h-8 cursor-pointer items-center rounded-md border border-transparent px-3 font-medium text-ink-soft hover:text-ink has-checked:border-accent has-checked:bg-surface has-checked:text-ink has-focus-visible:outline-3 has-focus-visible:outline-(--text-color-accent)"
          >
            <input
              type="radio"
              name={name}
              value={value}
              defaultChecked={value === defaultValue}
              className="sr-only"
            />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

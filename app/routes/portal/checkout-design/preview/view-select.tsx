import type { ComponentProps } from 'react';

/** A small select in the preview's toolbar, whose options explain themselves. */
export function ViewSelect({
  label,
  options,
  ...select
}: { label: string; options: readonly { value: string; text: string }[] } & ComponentProps<'select'>) {
  return (
    <select
      {...select}
      aria-label={label}
      autoComplete="off"
      className="field-sizing-content min-h-10 max-w-full rounded-lg border border-line-strong bg-surface px-2 text-sm font-medium"
    >
      {options.map(({ value, text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}

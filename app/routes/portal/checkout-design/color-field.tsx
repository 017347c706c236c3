import { useHydrated } from '~/ui/forms/use-hydrated';
import { Field } from '~/ui/forms/field';

type Props = {
  name: string;
  label: string;
  hint: string;
  error: string[] | undefined;
  value: string;
  onChange: (value: string) => void;
  /** From the picker, whose input doesn't belong to the form. */
  onPick: (value: string) => void;
  preview: string;
};

/**
 * A color in hex, which can be pasted from a style guide or left empty. With scripts, the browser's color
 * picker is next to it.
 * @param shown the color as far as it's valid, for the picker
 */
export function ColorField({ value, onChange, onPick, preview, ...field }: Props) {
  const hydrated = useHydrated();
  return (
    <div className="flex items-end gap-2">
      <Field
        {...field}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        className="flex-1"
      />
      {hydrated && (
        <input
          type="color"
          aria-label={`Choose: ${field.label}`}
          value={preview}
          onChange={(event) => onPick(event.target.value)}
          className="h-11 w-14 shrink-0 rounded-lg border border-line-strong bg-surface p-1"
        />
      )}
    </div>
  );
}

import clsx from 'clsx';
import type { ComponentProps } from 'react';
import {
  getBorderClass,
  getDescribedBy,
  FieldFrame,
  getFirstMessage,
  inputClass,
  type FieldLabels,
} from './field';

/** Options with a group are listed under its name, the others first. */
type Option = { value: string; text: string; group?: string };

type Props = FieldLabels &
  Omit<ComponentProps<'select'>, 'children'> & { name: string; options: readonly Option[] };

/** The browser's own select, which works everywhere, especially on phones. */
export function SelectField({
  label,
  hint,
  error,
  optional,
  errorPrefix,
  className,
  options,
  ...select
}: Props) {
  const id = select.id ?? select.name;
  const message = getFirstMessage(error);
  return (
    <FieldFrame {...{ id, label, hint, error, optional, errorPrefix, className }}>
      <select
        {...select}
        id={id}
        aria-invalid={message ? true : undefined}
        aria-describedby={getDescribedBy(id, hint, message)}
        className={clsx(inputClass, getBorderClass(message))}
      >
        <GroupedOptions options={options} />
      </select>
    </FieldFrame>
  );
}

export function GroupedOptions({ options }: { options: readonly Option[] }) {
  return (
    <>
      <OptionList options={options.filter(({ group }) => !group)} />
      {[...new Set(options.flatMap(({ group }) => group ?? []))].map((name) => (
        <optgroup key={name} label={name}>
          <OptionList options={options.filter(({ group }) => group === name)} />
        </optgroup>
      ))}
    </>
  );
}

function OptionList({ options }: { options: readonly Option[] }) {
  return options.map(({ value, text }) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));
}

import clsx from 'clsx';
import type { ComponentProps } from 'react';
import { borderLook, describedBy, FieldFrame, firstMessage, inputLook, type FieldLabels } from './field';

type Props = FieldLabels &
  Omit<ComponentProps<'select'>, 'children'> & { name: string; options: readonly { value: string; text: string }[] };

/** The browser's own select: it works everywhere, on phones best of all. */
export function SelectField({ label, hint, error, optional, className, options, ...select }: Props) {
  const id = select.id ?? select.name;
  const message = firstMessage(error);
  return (
    <FieldFrame {...{ id, label, hint, error, optional, className }}>
      <select
        {...select}
        id={id}
        aria-invalid={message ? true : undefined}
        aria-describedby={describedBy(id, hint, message)}
        className={clsx(inputLook, borderLook(message))}
      >
        {options.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

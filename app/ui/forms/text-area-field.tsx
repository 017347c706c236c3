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

type Props = FieldLabels & Omit<ComponentProps<'textarea'>, 'children'> & { name: string };

/** A multiline text field with its label. */
export function TextAreaField({ label, hint, error, optional, className, ...area }: Props) {
  const id = area.id ?? area.name;
  const message = getFirstMessage(error);
  return (
    <FieldFrame {...{ id, label, hint, error, optional, className }}>
      <textarea
        rows={5}
        {...area}
        id={id}
        aria-invalid={message ? true : undefined}
        aria-describedby={getDescribedBy(id, hint, message)}
        className={clsx(inputClass, getBorderClass(message))}
      />
    </FieldFrame>
  );
}

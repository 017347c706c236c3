import clsx from 'clsx';
import type { ComponentProps } from 'react';
import { borderLook, describedBy, FieldFrame, firstMessage, inputLook, type FieldLabels } from './field';

type Props = FieldLabels & Omit<ComponentProps<'textarea'>, 'children'> & { name: string };

/** Several lines of text with their label. */
export function TextAreaField({ label, hint, error, optional, className, ...area }: Props) {
  const id = area.id ?? area.name;
  const message = firstMessage(error);
  return (
    <FieldFrame {...{ id, label, hint, error, optional, className }}>
      <textarea
        rows={5}
        {...area}
        id={id}
        aria-invalid={message ? true : undefined}
        aria-describedby={describedBy(id, hint, message)}
        className={clsx(inputLook, borderLook(message))}
      />
    </FieldFrame>
  );
}

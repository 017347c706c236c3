import type { ComponentProps } from 'react';
import { getDescribedBy, getFirstMessage, type FieldLabels } from './field';

type Props = Pick<FieldLabels, 'label' | 'error'> &
  Omit<ComponentProps<'input'>, 'children' | 'type'> & { name: string };

/** A single checkbox. */
export function CheckboxField({ label, error, ...input }: Props) {
  const id = input.id ?? input.name;
  const message = getFirstMessage(error);
  return (
    <div>
      {message && (
        <p id={`${id}-error`} className="mb-1.5 text-sm font-medium text-negative">
          <span className="sr-only">Error: </span>
          {message}
        </p>
      )}
      <label htmlFor={id} className="checkbox-line">
        <input
          {...input}
          type="checkbox"
          id={id}
          aria-invalid={message ? true : undefined}
          aria-describedby={getDescribedBy(id, undefined, message)}
        />
        <span>{label}</span>
      </label>
    </div>
  );
}

import type { ComponentProps } from 'react';
import { describedBy, firstMessage, type FieldLabels } from './field';

type Props = Pick<FieldLabels, 'label' | 'error'> & Omit<ComponentProps<'input'>, 'children' | 'type'> & { name: string };

/** One thing to say yes to. */
export function CheckboxField({ label, error, ...input }: Props) {
  const id = input.id ?? input.name;
  const message = firstMessage(error);
  return (
    <div>
      {message && (
        <p id={`${id}-error`} className="mb-1.5 text-sm font-medium text-negative">
          <span className="sr-only">Error: </span>
          {message}
        </p>
      )}
      <label htmlFor={id} className="flex min-h-11 cursor-pointer items-start gap-3">
        <input
          {...input}
          type="checkbox"
          id={id}
          aria-invalid={message ? true : undefined}
          aria-describedby={describedBy(id, undefined, message)}
          className="mt-0.5 size-5 shrink-0 accent-accent"
        />
        <span className="min-w-0">{label}</span>
      </label>
    </div>
  );
}

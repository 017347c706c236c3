import type { ComponentProps } from 'react';
import { FieldErrorMessage, getDescribedBy, getFirstMessage, type FieldLabels } from './field';

type Props = Pick<FieldLabels, 'label' | 'error'> & { errorPrefix?: string } & Omit<
    ComponentProps<'input'>,
    'children' | 'type'
  > & { name: string };

/** A single checkbox. */
export function CheckboxField({ label, error, errorPrefix, ...input }: Props) {
  const id = input.id ?? input.name;
  const message = getFirstMessage(error);
  return (
    <div>
      {message && <FieldErrorMessage id={id} message={message} prefix={errorPrefix} />}
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

import clsx from 'clsx';
import { useState, type ComponentProps } from 'react';
import {
  getBorderClass,
  getDescribedBy,
  FieldFrame,
  getFirstMessage,
  inputClass,
  type FieldLabels,
} from './field';
import { useHydrated } from './use-hydrated';

type Props = FieldLabels & Omit<ComponentProps<'input'>, 'children' | 'type'> & { name: string };

/** A password field that can show its content: fewer mistakes, and no second field needed. */
export function PasswordField({ label, hint, error, optional, className, ...input }: Props) {
  const [isVisible, setVisible] = useState(false);
  const hydrated = useHydrated();
  const id = input.id ?? input.name;
  const message = getFirstMessage(error);
  return (
    <FieldFrame {...{ id, label, hint, error, optional, className }}>
      <div className="relative">
        <input
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...input}
          id={id}
          type={isVisible ? 'text' : 'password'}
          aria-invalid={message ? true : undefined}
          aria-describedby={getDescribedBy(id, hint, message)}
          className={clsx(inputClass, getBorderClass(message), hydrated && 'pr-20')}
        />
        {hydrated && (
          <button
            type="button"
            aria-controls={id}
            aria-label={isVisible ? 'Hide password' : 'Show password'}
            onClick={() => setVisible(!isVisible)}
            className="absolute inset-y-1 right-1 rounded-md px-3 text-sm font-medium text-accent hover:bg-sunken"
          >
            {isVisible ? 'Hide' : 'Show'}
          </button>
        )}
      </div>
    </FieldFrame>
  );
}

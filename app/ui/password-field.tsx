import clsx from 'clsx';
import { useState, type ComponentProps } from 'react';
import { borderLook, describedBy, FieldFrame, firstMessage, inputLook, type FieldLabels } from './field';
import { useHydrated } from './hydrated';

type Props = FieldLabels & Omit<ComponentProps<'input'>, 'children' | 'type'> & { name: string };

/** A password that can be looked at while typing: fewer mistakes, and no second field to repeat it in. */
export function PasswordField({ label, hint, error, optional, className, ...input }: Props) {
  const [shown, setShown] = useState(false);
  const hydrated = useHydrated();
  const id = input.id ?? input.name;
  const message = firstMessage(error);
  return (
    <FieldFrame {...{ id, label, hint, error, optional, className }}>
      <div className="relative">
        <input
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...input}
          id={id}
          type={shown ? 'text' : 'password'}
          aria-invalid={message ? true : undefined}
          aria-describedby={describedBy(id, hint, message)}
          className={clsx(inputLook, borderLook(message), hydrated && 'pr-20')}
        />
        {hydrated && (
          <button
            type="button"
            aria-controls={id}
            aria-label={shown ? 'Hide password' : 'Show password'}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-1 right-1 rounded-md px-3 text-sm font-medium text-accent hover:bg-sunken"
          >
            {shown ? 'Hide' : 'Show'}
          </button>
        )}
      </div>
    </FieldFrame>
  );
}

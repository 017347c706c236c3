import clsx from 'clsx';
import { CircleAlert } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

export type FieldLabels = {
  label: ReactNode;
  hint?: ReactNode;
  /** One message or several, of which the first is shown. */
  error?: string | string[];
  /** Optional fields are marked. Required is the default. */
  optional?: boolean;
  /** Read aloud before the error, for pages in other languages. */
  errorPrefix?: string;
};

export const inputClass =
  'block w-full min-h-11 rounded-lg border bg-surface px-3 py-2 text-ink placeholder:text-ink-soft disabled:bg-sunken disabled:text-ink-soft aria-invalid:border-2 aria-invalid:border-negative';

export function getBorderClass(message: string | undefined) {
  return message ? 'border-negative border-2' : 'border-line-strong';
}

export function getFirstMessage(error: FieldLabels['error']): string | undefined {
  return Array.isArray(error) ? error[0] : error || undefined;
}

/** The IDs for an input's aria-describedby. */
export function getDescribedBy(id: string, hint: unknown, message: string | undefined): string | undefined {
  return [hint ? `${id}-hint` : '', message ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined;
}

/** The label, hint, and error of an input. */
export function FieldFrame({
  id,
  label,
  hint,
  error,
  optional,
  errorPrefix,
  className,
  children,
}: FieldLabels & { id: string; className?: string; children: ReactNode }) {
  const message = getFirstMessage(error);
  return (
    <div className={clsx('max-w-full min-w-0', className)}>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
        {optional && <span className="font-normal text-ink-soft"> (optional)</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="mb-1.5 text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {message && <FieldErrorMessage id={id} message={message} prefix={errorPrefix} />}
      {children}
    </div>
  );
}

/** The error of the input with this ID. */
export function FieldErrorMessage({
  id,
  message,
  prefix = 'Error:',
}: {
  id: string;
  message: string;
  prefix?: string;
}) {
  return (
    <p id={`${id}-error`} className="mb-1.5 flex gap-1.5 text-sm font-medium text-negative">
      <CircleAlert size={14} aria-hidden="true" className="mt-0.75 shrink-0" />
      <span className="sr-only">{prefix} </span>
      {message}
    </p>
  );
}

type InputProps = FieldLabels & Omit<ComponentProps<'input'>, 'children'> & { name: string };

/** A text input with its label. Its ID defaults to its name. */
export function Field({ label, hint, error, optional, errorPrefix, className, ...input }: InputProps) {
  const id = input.id ?? input.name;
  const message = getFirstMessage(error);
  return (
    <FieldFrame {...{ id, label, hint, error, optional, errorPrefix, className }}>
      <input
        type="text"
        {...input}
        id={id}
        aria-invalid={message ? true : undefined}
        aria-describedby={getDescribedBy(id, hint, message)}
        className={clsx(inputClass, getBorderClass(message))}
      />
    </FieldFrame>
  );
}

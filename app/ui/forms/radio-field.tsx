import clsx from 'clsx';
import { FieldErrorMessage, getDescribedBy, getFirstMessage, type FieldLabels } from './field';

type Props = FieldLabels & {
  name: string;
  id?: string;
  defaultValue?: string;
  className?: string;
  options: readonly { value: string; text: string; hint?: string }[];
};

/** Radio buttons. The first one has the field's ID, so that links to the field lead there. */
export function RadioField({
  name,
  id = name,
  label,
  hint,
  error,
  optional,
  className,
  defaultValue,
  options,
}: Props) {
  const message = getFirstMessage(error);
  return (
    <fieldset
      aria-describedby={getDescribedBy(id, hint, message)}
      aria-invalid={message ? true : undefined}
      className={clsx('min-w-0', className)}
    >
      <legend className="mb-1.5 font-medium">
        {label}
        {optional && <span className="font-normal text-ink-soft"> (optional)</span>}
      </legend>
      {hint && (
        <p id={`${id}-hint`} className="mb-1.5 text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {message && <FieldErrorMessage id={id} message={message} />}
      <div className="space-y-1">
        {options.map(({ value, text, hint }, i) => (
          <label
            key={value}
            className={clsx(
              'flex min-h-11 cursor-pointer gap-3',
              hint ? 'items-start py-1.5' : 'items-center',
            )}
          >
            <input
              type="radio"
              id={i === 0 ? id : `${id}-${value}`}
              name={name}
              value={value}
              defaultChecked={value === defaultValue}
              className={clsx('size-5 shrink-0 accent-accent', hint && 'mt-0.5')}
            />
            <span className="min-w-0">
              {text}
              {hint && <span className="block text-sm text-ink-soft">{hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

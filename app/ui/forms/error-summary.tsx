import { CircleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';

/** `href` is for a field on another page. */
export type SummaryError = { fieldId?: string; href?: string; message: string };

/** From messages by field. */
export function toSummaryErrors(problems: Partial<Record<string, string>>): SummaryError[] {
  return Object.entries(problems).flatMap(([fieldId, message]) => (message ? [{ fieldId, message }] : []));
}

/**
 * The errors of a form above it, each linked to its field. It takes the focus, so that it's read aloud and
 * seen (GOV.UK Design System). Nothing without errors.
 */
export function ErrorSummary({
  errors,
  title = 'There is a problem',
}: {
  errors: readonly SummaryError[];
  title?: string;
}) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (errors.length) container.current?.focus();
  }, [errors]);
  if (!errors.length) return null;
  return (
    <div
      ref={container}
      role="alert"
      tabIndex={-1}
      autoFocus
      className="mb-6 rounded-lg border-2 border-negative bg-negative-soft p-4"
    >
      <h2 className="flex items-center gap-2 font-semibold text-negative">
        <CircleAlert size={20} aria-hidden="true" className="shrink-0" />
        <span className="min-w-0 wrap-anywhere">{title}</span>
      </h2>
      <ul className="mt-2 space-y-1">
        {errors.map(({ fieldId, href = fieldId && `#${fieldId}`, message }) => (
          <li key={`${href} ${message}`}>
            {href ? (
              <a
                href={href}
                className="font-medium text-negative underline underline-offset-4 hover:decoration-2"
              >
                {message}
              </a>
            ) : (
              <span className="text-negative">{message}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

import { useEffect, useRef, type ReactNode } from 'react';
import { pluralize } from '~/platform/text/pluralize';

type Props = {
  /** The current filter. */
  filter: unknown;
  className?: string;
  children: ReactNode;
};

/**
 * What a list contains after it was filtered, read aloud. Its form is rendered again with the new filter, so the button that had
 * the focus is gone. This takes the focus instead, unless an error did.
 */
export function FilterResult({ filter, className = 'sr-only', children }: Props) {
  const status = useRef<HTMLParagraphElement>(null);
  const current = JSON.stringify(filter);
  const previous = useRef(current);
  useEffect(() => {
    if (previous.current !== current && document.activeElement === document.body)
      status.current?.focus({ preventScroll: true });
    previous.current = current;
  }, [current]);
  return (
    <p ref={status} role="status" tabIndex={-1} className={className}>
      {children}
    </p>
  );
}

/** The rows on a page. `isPart`: the list has other pages. */
export type ResultCount = { count: number; isPart: boolean };

/** "12 results", "25 results on this page", "No results". */
export function describeResult({ count, isPart }: ResultCount): string {
  if (!count) return 'No results';
  return `${pluralize(count, 'result')}${isPart ? ' on this page' : ''}`;
}

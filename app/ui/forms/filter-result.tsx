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

/** The rows on a page. Null: nothing was searched, for example because the filter is invalid. */
export type ResultCount = { count: number; isFirst: boolean; isLast: boolean } | null;

/** "12 results", "25 results on this page", "No results". An empty page that isn't the last one reached the limit of its search. */
export function describeResult(result: ResultCount): string {
  if (!result) return '';
  const { count, isFirst, isLast } = result;
  if (!count) return isLast ? 'No results' : 'No results yet';
  return `${pluralize(count, 'result')}${isFirst && isLast ? '' : ' on this page'}`;
}

import type { ReactNode } from 'react';

const first = 5;

/** The first rows of a list, and those after them when asked for: on a phone each row is a card. Each stretch is a table, whose caption ends with what it is given beside its rows. */
export function FirstRows<Row>({
  rows,
  children,
}: {
  rows: readonly Row[];
  children: (rows: readonly Row[], captionEnd: string) => ReactNode;
}) {
  const more = rows.slice(first);
  return (
    <>
      {children(rows.slice(0, first), '')}
      {more.length > 0 && (
        <details className="mt-4">
          <summary className="font-medium text-accent underline underline-offset-4">
            Show {more.length} more
          </summary>
          <div className="mt-4">{children(more, ', continued')}</div>
        </details>
      )}
    </>
  );
}

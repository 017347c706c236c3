import type { ReactNode } from 'react';

const visibleRowCount = 5;

/**
 * The first rows of a list, and the others on demand, because each row is a card on phones. Each part is a
 * table with its own caption.
 */
export function FoldedRows<Row>({
  rows,
  children,
}: {
  rows: readonly Row[];
  children: (rows: readonly Row[], captionSuffix: string) => ReactNode;
}) {
  const foldedRows = rows.slice(visibleRowCount);
  return (
    <>
      {children(rows.slice(0, visibleRowCount), '')}
      {foldedRows.length > 0 && (
        <details className="mt-4">
          <summary className="font-medium text-accent underline underline-offset-4">
            Show {foldedRows.length} more
          </summary>
          <div className="mt-4">{children(foldedRows, ', continued')}</div>
        </details>
      )}
    </>
  );
}

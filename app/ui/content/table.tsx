import { Link } from '@remix-run/react';
import clsx from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';

export type Column<Row> = {
  title: string;
  cell: (row: Row) => ReactNode;
  align?: 'right';
  sort?: ColumnSort;
  /** Whether the title is beside the value in a list on narrow screens. */
  isLabeled?: boolean;
};

/** The column's current order, if the list is sorted by it, and the URL of the list in the other order. */
export type ColumnSort = { direction: 'ascending' | 'descending' | undefined; to: string };

type Props<Row> = {
  caption: string;
  /**
   * A long list: its rows have one line, its column titles stay in view, and the link of a row covers the row. From one row's
   * link, the keys j and k lead to the next and the previous one.
   */
  isList?: boolean;
  /** With many columns, which scroll sideways inside the table. Their titles then don't stay in view. */
  isWide?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Rows below the others, by column title. */
  totals?: readonly Partial<Record<string, ReactNode>>[];
};

/**
 * A table that becomes one card per row on narrow screens, with the column titles next to the values. The
 * roles are explicit, because browsers drop them with the table's display. Cell styles are in app.css,
 * because a list has hundreds of cells.
 */
export function Table<Row>({
  caption,
  isList = false,
  isWide = false,
  columns,
  rows,
  rowKey,
  totals = [],
}: Props<Row>) {
  return (
    <div className={clsx('@container', isWide && '-mx-1 overflow-x-auto px-1 [--band:0px]')}>
      <table role="table" className={`block w-full text-left @3xl:table ${isList ? 'list-table' : ''}`}>
        <caption className="sr-only">{caption}</caption>
        <thead
          role="rowgroup"
          className="hidden border-b border-line text-sm text-ink-soft @3xl:table-header-group"
        >
          <tr role="row">
            {columns.map(({ title, align, sort }) => (
              <th
                key={title}
                role="columnheader"
                scope="col"
                aria-sort={sort?.direction}
                className={`px-3 py-2 font-medium first:pl-0 last:pr-0 ${align ? 'text-right' : ''}`}
              >
                {sort ? <SortLink title={title} {...sort} /> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          role="rowgroup"
          onKeyDown={isList ? moveBetweenRows : undefined}
          className="block divide-y divide-line @3xl:table-row-group"
        >
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              role="row"
              className={
                isList
                  ? 'flex flex-wrap items-baseline gap-x-3 py-2.5 @3xl:table-row'
                  : 'block py-4 first:pt-0 last:pb-0 @3xl:table-row'
              }
            >
              {columns.map(({ title, cell, align, isLabeled }) => (
                <td
                  key={title}
                  role="cell"
                  className={clsx(align ? 'table-cell-right' : 'table-cell-left', isLabeled && 'labeled')}
                  data-title={title}
                >
                  <span>{cell(row)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {totals.length > 0 && (
          <tfoot
            role="rowgroup"
            // Its display on paper is the one of every footer (app.css).
            className="block border-t border-line-strong font-semibold @3xl:table-footer-group @3xl:print:table-row-group"
          >
            {totals.map((total, place) => (
              <tr key={place} role="row" className="block py-3 @3xl:table-row">
                {columns.map(({ title, align }, column) => (
                  <td
                    key={title}
                    role="cell"
                    className={clsx(
                      align ? 'table-cell-right' : 'table-cell-left',
                      total[title] === undefined && '@max-3xl:hidden',
                    )}
                    // The first cell names the total.
                    data-title={column === 0 ? undefined : title}
                  >
                    <span>{total[title]}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tfoot>
        )}
      </table>
    </div>
  );
}

function SortLink({ title, direction, to }: ColumnSort & { title: string }) {
  const Icon = direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <Link to={to} className="-my-1 inline-flex min-h-6 items-center gap-1 hover:text-ink hover:underline">
      {title}
      <Icon size={14} aria-hidden="true" />
    </Link>
  );
}

/** Only while the focus is on a row's link, so that the keys keep their meaning elsewhere (WCAG 2.1.4). */
function moveBetweenRows({
  key,
  target,
  altKey,
  ctrlKey,
  metaKey,
  currentTarget,
}: KeyboardEvent<HTMLElement>) {
  const step = { j: 1, k: -1 }[key];
  const link = (target as Element).closest('.row-link');
  if (!step || !link || altKey || ctrlKey || metaKey) return;
  const links = [...currentTarget.querySelectorAll<HTMLElement>('.row-link')];
  links[links.indexOf(link as HTMLElement) + step]?.focus();
}

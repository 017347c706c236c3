import clsx from 'clsx';
import type { ReactNode } from 'react';

type Props = { items: readonly (readonly [name: string, value: ReactNode])[]; alignRight?: boolean };

/** A description list. Null, undefined, and false values are omitted. `figures` aligns numbers on the right. */
export function DescriptionList({ items, alignRight = false }: Props) {
  return (
    <dl className="@container space-y-1.5 text-sm">
      {items.map(([name, value]) =>
        value === null || value === undefined || value === false ? null : (
          <div
            key={name}
            className={clsx(
              'gap-x-4',
              alignRight ? 'flex justify-between' : 'grid @xs:grid-cols-[8.5rem_minmax(0,1fr)]',
            )}
          >
            <dt className="text-ink-soft">{name}</dt>
            <dd className={clsx('min-w-0 break-words', alignRight && 'text-right')}>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

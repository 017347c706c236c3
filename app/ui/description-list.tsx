import clsx from 'clsx';
import type { ReactNode } from 'react';

type Props = { facts: readonly (readonly [name: string, value: ReactNode])[]; figures?: boolean };

/** Facts with their names. One that is null or undefined is left out. `figures` stand under each other at the right. */
export function DescriptionList({ facts, figures = false }: Props) {
  return (
    <dl className="@container divide-y divide-line">
      {facts.map(([name, value]) =>
        value === null || value === undefined ? null : (
          <div
            key={name}
            className={clsx(
              'gap-x-6 gap-y-0.5 py-3 first:pt-0 last:pb-0',
              figures ? 'flex justify-between' : 'grid @lg:grid-cols-[10rem_minmax(0,1fr)]',
            )}
          >
            <dt className="text-ink-soft">{name}</dt>
            <dd className={clsx('min-w-0 break-words', figures && 'text-right')}>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

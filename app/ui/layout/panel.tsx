import clsx from 'clsx';
import { useId, type ReactNode } from 'react';

type Props = {
  id?: string;
  title?: ReactNode;
  action?: ReactNode;
  /** Small around a list. */
  padding?: 'normal' | 'small';
  className?: string;
  children: ReactNode;
};

/** A panel. With a title, it's a section. */
export function Panel({ id, title, action, padding = 'normal', className, children }: Props) {
  const titleId = useId();
  const panelClass = clsx(
    'rounded-xl border border-line bg-surface shadow-card',
    padding === 'small' ? 'px-4 py-1' : 'p-5',
    className,
  );
  if (!title)
    return (
      <div id={id} className={panelClass}>
        {children}
      </div>
    );
  return (
    <section id={id} aria-labelledby={titleId} className={panelClass}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={titleId} className="min-w-0 font-semibold">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}

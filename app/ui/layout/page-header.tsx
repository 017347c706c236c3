import type { ReactNode } from 'react';

/** A page's h1, its purpose, and its main action. */
export function PageHeader({
  title,
  lead,
  action,
}: {
  title: ReactNode;
  lead?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <header className={`flex flex-wrap items-end justify-between gap-x-6 gap-y-4 ${lead ? 'mb-6' : 'mb-4'}`}>
      <div className="min-w-0">
        <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
        {lead && <div className="mt-1.5 max-w-2xl text-ink-soft">{lead}</div>}
      </div>
      {action}
    </header>
  );
}

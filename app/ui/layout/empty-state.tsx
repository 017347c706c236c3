import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** An empty list: what will appear here, and the next step. */
export function EmptyState({
  icon: Icon,
  title,
  action,
  children,
}: {
  icon: LucideIcon;
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="rounded-xl border border-dashed border-line-strong px-6 py-12 text-center">
      <span className="mx-auto mb-4 grid size-12 place-items-center rounded-full bg-sunken text-ink-soft">
        <Icon size={22} aria-hidden="true" />
      </span>
      <h2 className="text-lg font-semibold tracking-tight">{title}</h2>
      <div className="mx-auto mt-1.5 max-w-md text-ink-soft">{children}</div>
      {action && <div className="mt-6">{action}</div>}
    </div>
  );
}

import type { ReactNode } from 'react';

/** A panel that shows only its title until somebody opens it. */
export function FoldedPanel({
  id,
  title,
  open,
  children,
}: {
  id?: string;
  title: string;
  open?: boolean;
  children: ReactNode;
}) {
  return (
    <details
      id={id}
      open={open || undefined}
      className="rounded-xl border border-line bg-surface shadow-card"
    >
      <summary className="flex min-h-11 items-center px-4 -outline-offset-4">
        <h2 className="font-semibold">{title}</h2>
      </summary>
      <div className="border-t border-line p-5 text-sm">{children}</div>
    </details>
  );
}

import type { ReactNode } from 'react';
import { getButtonClass } from '~/ui/forms/button';

/** Leaves for the merchant's own site: a plain link, because our routes end here. */
export function RedirectLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a href={to} rel="noreferrer" className={getButtonClass({ size: 'wide' })}>
      {children}
    </a>
  );
}

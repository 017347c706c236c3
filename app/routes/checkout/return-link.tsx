import type { ReactNode } from 'react';
import { buttonLook } from '~/ui/button';

/** Leaves for the merchant's own site: a plain link, because our routes end here. */
export function ReturnLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a href={to} rel="noreferrer" className={buttonLook({ size: 'wide' })}>
      {children}
    </a>
  );
}

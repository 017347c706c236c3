import type { ComponentProps, ReactNode } from 'react';
import { getButtonClass } from '~/ui/forms/button';

/** A link in the text of a result page. */
export function PageLink({ to, ...rest }: ComponentProps<'a'> & { to: string }) {
  return <a href={to} className="font-medium text-accent underline underline-offset-4" {...rest} />;
}

/** A plain link to the merchant's site, because our routes end here. */
export function RedirectLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a href={to} rel="noreferrer" className={getButtonClass({ size: 'wide' })}>
      {children}
    </a>
  );
}

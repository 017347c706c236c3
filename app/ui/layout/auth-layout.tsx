import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { Area } from '~/identity/sessions/session-store';
import { StaffBanner } from './banner';
import { Brand } from './brand';

/** A page before login: one task in a narrow column. `aside` is below the card, for the alternative. */
export function AuthLayout({
  area = 'portal',
  title,
  lead,
  aside,
  wide = false,
  children,
}: {
  area?: Area;
  title: string;
  lead?: ReactNode;
  aside?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <>
      {area === 'staff' && <StaffBanner />}
      <div className="flex min-h-dvh flex-col items-center px-4 py-10 sm:py-16">
        <div className={wide ? 'w-full max-w-2xl' : 'w-full max-w-md'}>
          <header className="mb-8">
            {/* What the root shows depends on the login. */}
            <Link to={area === 'staff' ? '/staff' : '/'} reloadDocument className="inline-block">
              <Brand />
            </Link>
          </header>
          <main
            id="content"
            tabIndex={-1}
            className="rounded-xl border border-line bg-surface p-6 shadow-card outline-none sm:p-8"
          >
            <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
            {lead && <div className="mt-2 text-ink-soft">{lead}</div>}
            <div className="mt-6">{children}</div>
          </main>
          {aside && <footer className="mt-6 text-center text-ink-soft">{aside}</footer>}
        </div>
      </div>
    </>
  );
}

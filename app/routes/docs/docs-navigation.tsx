import { Link, useLocation } from '@remix-run/react';
import clsx from 'clsx';
import { Menu } from 'lucide-react';
import { guidePath, guides } from './guide-list';

export type DocsSection = { name: string; operations: { id: string; summary: string }[] };

/** The docs menu next to the page, on wide screens. */
export function DocsSidebar({ sections }: { sections: DocsSection[] }) {
  return (
    <nav
      aria-label="Docs"
      className="sticky top-0 hidden h-dvh overflow-y-auto border-r border-line px-4 py-6 lg:block"
    >
      <PageLinks sections={sections} />
    </nav>
  );
}

/** The same menu on phones, collapsed. */
export function DocsMenu({ sections }: { sections: DocsSection[] }) {
  const { pathname, hash } = useLocation();
  return (
    // A new element on every page. Otherwise the previous page's menu would stay open.
    <details key={pathname + hash} className="group border-t border-line lg:hidden">
      <summary className="menu flex min-h-11 items-center gap-2 px-4 py-2 font-medium -outline-offset-4">
        <Menu size={18} aria-hidden="true" />
        All pages
      </summary>
      <nav aria-label="Docs menu" className="px-4 pb-4">
        <PageLinks sections={sections} />
      </nav>
    </details>
  );
}

function PageLinks({ sections }: { sections: DocsSection[] }) {
  return (
    <div className="space-y-6 text-sm">
      <LinkGroup
        title="Guides"
        links={guides.map(({ slug, title }) => ({ to: guidePath(slug), text: title }))}
      />
      <LinkGroup
        title="Reference"
        links={[
          { to: '/docs/reference', text: 'API reference' },
          { to: '/docs/errors', text: 'Errors' },
        ]}
      />
      {sections.map(({ name, operations }) => (
        <LinkGroup
          key={name}
          title={name}
          links={operations.map(({ id, summary }) => ({ to: `/docs/reference#${id}`, text: summary }))}
        />
      ))}
    </div>
  );
}

function LinkGroup({ title, links }: { title: string; links: { to: string; text: string }[] }) {
  const { pathname } = useLocation();
  return (
    <div>
      <p className="mb-1 px-3 font-semibold">{title}</p>
      <ul>
        {links.map(({ to, text }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={to === pathname ? 'page' : undefined}
              className={clsx(
                'flex min-h-9 items-center rounded-lg px-3 py-1.5',
                to === pathname
                  ? 'bg-accent-soft font-medium text-accent'
                  : 'text-ink-soft hover:bg-sunken hover:text-ink',
              )}
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

import { Link, useLocation } from '@remix-run/react';
import { Menu } from 'lucide-react';
import { guidePath, guides } from './guide-list';

/** A page of the reference and its operations. */
export type ReferenceLink = { path: string; name: string; operations: { id: string; summary: string }[] };

/** The docs menu next to the page, on wide screens. */
export function DocsSidebar({ resources }: { resources: ReferenceLink[] }) {
  return (
    <nav
      aria-label="Docs"
      className="sticky top-0 hidden h-dvh overflow-y-auto border-r border-line px-4 py-6 lg:block"
    >
      <PageLinks resources={resources} />
    </nav>
  );
}

/** The same menu on phones, collapsed. */
export function DocsMenu({ resources }: { resources: ReferenceLink[] }) {
  const { pathname, hash } = useLocation();
  return (
    // A new element on every page. Otherwise the previous page's menu would stay open.
    <details key={pathname + hash} className="group border-t border-line lg:hidden">
      <summary className="menu flex min-h-11 items-center gap-2 px-4 py-2 font-medium -outline-offset-4">
        <Menu size={18} aria-hidden="true" />
        All pages
      </summary>
      <nav aria-label="Docs menu" className="px-4 pb-4">
        <PageLinks resources={resources} />
      </nav>
    </details>
  );
}

function PageLinks({ resources }: { resources: ReferenceLink[] }) {
  return (
    <div className="space-y-6 text-sm">
      <LinkGroup
        title="Guides"
        links={guides.map(({ slug, title }) => ({ to: guidePath(slug), text: title }))}
      />
      <LinkGroup
        title="API reference"
        links={[
          { to: '/docs/reference', text: 'All endpoints' },
          ...resources.map(({ path, name, operations }) => ({
            to: path,
            text: name,
            parts: operations.map(({ id, summary }) => ({ to: `#${id}`, text: summary })),
          })),
          { to: '/docs/reference/objects', text: 'Objects' },
          { to: '/docs/errors', text: 'Errors' },
        ]}
      />
    </div>
  );
}

type PageLink = { to: string; text: string; parts?: { to: string; text: string }[] };

function LinkGroup({ title, links }: { title: string; links: PageLink[] }) {
  const { pathname } = useLocation();
  return (
    <div>
      <p className="mb-1 px-3 font-semibold">{title}</p>
      <ul className="docs-links">
        {links.map(({ to, text, parts }) => (
          <li key={to}>
            {/* Both menus have dozens of links, and the routes behind them are few. */}
            <Link to={to} discover="none" aria-current={to === pathname ? 'page' : undefined}>
              {text}
            </Link>
            {to === pathname && parts && (
              <ul className="my-1 ml-3 border-l border-line">
                {parts.map((part) => (
                  <li key={part.to}>
                    <a href={part.to}>{part.text}</a>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

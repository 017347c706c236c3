import { useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';

/**
 * Reads a page's title aloud when a link or form leads to it without a page load, which screen readers don't notice. In a shadow
 * root, so that the title isn't on the page a second time when somebody searches it.
 */
export function PageAnnouncer() {
  const { pathname, search } = useLocation();
  const host = useRef<HTMLDivElement>(null);
  const region = useRef<HTMLElement>();
  useEffect(() => {
    if (region.current) {
      region.current.textContent = document.title;
      return;
    }
    region.current = document.createElement('p');
    region.current.role = 'status';
    host.current!.attachShadow({ mode: 'closed' }).append(region.current);
  }, [pathname, search]);
  return <div ref={host} className="sr-only" />;
}

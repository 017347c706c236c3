import { ScrollRestoration, useLocation, useRevalidator } from '@remix-run/react';
import { useEffect, useLayoutEffect, useRef } from 'react';

/** React warns about layout effects on the server, where none run. */
const useEffectBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/**
 * The router's scroll restoration, except when a page's data is loaded again. The router would scroll back to where the page
 * was when the request began, and the person may have scrolled since.
 */
export function PageScroll({ nonce }: { nonce: string | undefined }) {
  const location = useLocation();
  // Rendered together with the router's component, in each of the router's states.
  useRevalidator();
  const position = useRef(0);
  const previous = useRef(location);
  // After those of its children.
  useEffectBeforePaint(() => {
    if (previous.current === location) window.scrollTo(0, position.current);
    previous.current = location;
  });
  return (
    <>
      <ScrollReader read={(top) => (position.current = top)} />
      <ScrollRestoration nonce={nonce} />
    </>
  );
}

/** Rendered before the router's component, so that it reads where the page is before that scrolls. */
function ScrollReader({ read }: { read: (top: number) => void }) {
  useEffectBeforePaint(() => void read(window.scrollY));
  return null;
}

import { useLocation, useNavigationType } from '@remix-run/react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { DeferredScripts } from './deferred-scripts';
import { useNonce } from './nonce';
import { PageScroll } from './page-scroll';

/**
 * The scripts of a portal page. When React renders the page itself, because a browser extension has changed it
 * before hydration or because of an error, they have already run. React would create them from markup, which Trusted
 * Types forbid, and the page would stay empty.
 */
export function PageScripts() {
  const nonce = useNonce();
  const isRenderedInBrowser = useIsRenderedInBrowser();
  if (isRenderedInBrowser) return <ScrollToTop />;
  return (
    <>
      <PageScroll nonce={nonce} />
      <DeferredScripts nonce={nonce} />
    </>
  );
}

/** During hydration, React uses the server's value. */
function useIsRenderedInBrowser(): boolean {
  const isInBrowser = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  const [isFirstRenderInBrowser] = useState(isInBrowser);
  return isFirstRenderInBrowser;
}

/** What remains of {@link PageScroll}, which contains a script. */
function ScrollToTop() {
  const { pathname, hash } = useLocation();
  const navigationType = useNavigationType();
  useEffect(() => {
    if (navigationType !== 'POP' && !hash) window.scrollTo(0, 0);
  }, [navigationType, pathname, hash]);
  return null;
}

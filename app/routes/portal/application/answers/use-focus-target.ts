import { useLocation } from '@remix-run/react';
import { useEffect } from 'react';

/** Focuses the URL's target, as browsers do on a full page load. */
export function useFocusTarget(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.focus();
  }, [hash]);
}

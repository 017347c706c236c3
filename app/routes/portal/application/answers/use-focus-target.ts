import { useLocation } from '@remix-run/react';
import { useEffect } from 'react';

/** Puts the focus on what the address names, as browsers do when they load a page themselves. */
export function useFocusTarget(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.focus();
  }, [hash]);
}

import { useEffect } from 'react';

/**
 * Tries again when the connection is back, and when the person returns to the page, maybe from a login in another tab.
 * @param retry decides whether there is something to do
 */
export function useRetry(retry: () => void): void {
  useEffect(() => {
    const retryIfVisible = () => {
      if (document.visibilityState === 'visible') retry();
    };
    window.addEventListener('online', retry);
    // A login in another window, next to this one, makes only the focus change.
    window.addEventListener('focus', retry);
    document.addEventListener('visibilitychange', retryIfVisible);
    return () => {
      window.removeEventListener('online', retry);
      window.removeEventListener('focus', retry);
      document.removeEventListener('visibilitychange', retryIfVisible);
    };
  }, [retry]);
}

import { useCallback, useEffect, useRef } from 'react';

/** A longer press isn't a click. Some presses never end for the page, such as one that opens a menu. */
const longestPressMs = 2_000;

/**
 * A click is lost when its target moves before it ends, and starting the click is what saves the field.
 * @returns a function that waits until nothing is pressed and the click is done
 */
export function usePressEnd(): () => Promise<void> {
  const press = useRef(Promise.resolve());
  useEffect(() => {
    const begin = () => {
      press.current = new Promise((resolve) => {
        const ended = new AbortController();
        const end = () => {
          ended.abort();
          // The click follows immediately.
          setTimeout(resolve);
        };
        for (const type of ['pointerup', 'pointercancel'])
          document.addEventListener(type, end, { signal: ended.signal });
        setTimeout(end, longestPressMs);
      });
    };
    document.addEventListener('pointerdown', begin, true);
    return () => document.removeEventListener('pointerdown', begin, true);
  }, []);
  return useCallback(() => press.current, []);
}

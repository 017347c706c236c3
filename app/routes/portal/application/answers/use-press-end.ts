import { useCallback, useEffect, useRef } from 'react';

/** Longer is no click; and the end of some presses is never told, such as of one that opens a menu. */
const longestPressMs = 2_000;

/**
 * A click is lost when what is pressed moves away before it is let go, and the press is what ends the writing in a field.
 * @returns a function to wait with until nothing is pressed and the click is through
 */
export function usePressEnd(): () => Promise<void> {
  const press = useRef(Promise.resolve());
  useEffect(() => {
    const begin = () => {
      press.current = new Promise((resolve) => {
        const ended = new AbortController();
        const end = () => {
          ended.abort();
          // The click comes right behind.
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

import { useCallback, useEffect, useRef } from 'react';

/** The page never hears the end of some presses, such as one that leaves the window. */
const longestPressMs = 10_000;

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
        const { signal } = ended;
        const end = () => {
          ended.abort();
          // The click follows immediately.
          setTimeout(resolve);
        };
        for (const type of ['pointerup', 'pointercancel', 'keydown'])
          document.addEventListener(type, end, { signal });
        // The menu of a select takes the end of the press that opened it.
        const endIfReleased = ({ buttons }: PointerEvent) => {
          if (buttons === 0) end();
        };
        document.addEventListener('pointermove', endIfReleased, { signal });
        setTimeout(end, longestPressMs);
      });
    };
    document.addEventListener('pointerdown', begin, true);
    return () => document.removeEventListener('pointerdown', begin, true);
  }, []);
  return useCallback(() => press.current, []);
}

import { useCallback, useEffect, useRef } from 'react';
import { useHydrated } from '~/ui/forms/use-hydrated';

/** Long enough to type a word, and short enough to feel immediate. */
const pauseMs = 350;

/**
 * Updates the preview a moment after each change, by pressing the button that does so without scripts.
 * @param unsaved whether the form has unsaved input that the preview doesn't have yet
 */
export function useLivePreview({ unsaved }: { unsaved: boolean }) {
  const button = useRef<HTMLButtonElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const live = useHydrated();
  const refresh = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => button.current?.form?.requestSubmit(button.current), pauseMs);
  }, []);
  useEffect(() => {
    if (unsaved) refresh();
    return () => clearTimeout(timer.current);
  }, [unsaved, refresh]);
  return { button, live, refresh };
}

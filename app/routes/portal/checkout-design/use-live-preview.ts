import { useCallback, useEffect, useRef } from 'react';
import { useHydrated } from '~/ui/forms/use-hydrated';

/** Long enough for a word to be typed, short enough to be seen as one's own doing. */
const pauseMs = 350;

/**
 * Sends the form to its preview a moment after each change, by pressing the button that does so without scripts.
 * @param unsaved whether the form came with what was typed and not kept, which the preview does not know of
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

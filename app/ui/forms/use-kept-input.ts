import { useEffect, type RefObject } from 'react';

/** In the state of a history entry, beside the router's own. */
const stateKey = 'keptInput';

/**
 * Keeps the input of a form with a full-page response in its history entry, so that the back button leads to the form as it
 * was sent. Browsers don't restore fields of pages that may not be stored.
 * @returns the function to call on submit
 */
export function useKeptInput(
  form: RefObject<HTMLFormElement>,
  names: readonly string[],
  { isRejected }: { isRejected: boolean },
): () => void {
  useEffect(() => {
    // A rejected form comes with its input.
    if (isRejected || !form.current) return;
    const kept = (window.history.state as Record<string, unknown> | null)?.[stateKey] as
      Partial<Record<string, string>> | undefined;
    for (const [name, value] of Object.entries(kept ?? {})) {
      const field = form.current.elements.namedItem(name);
      // Not over what was typed before this script was loaded.
      if (field instanceof HTMLInputElement && field.value === field.defaultValue) field.value = value ?? '';
    }
  }, [form, isRejected]);
  return () => {
    const input = new FormData(form.current!);
    const kept = Object.fromEntries(names.map((name) => [name, input.get(name)]));
    window.history.replaceState({ ...window.history.state, [stateKey]: kept }, '');
  };
}

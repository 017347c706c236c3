import { useCallback, useEffect, useRef, useState, type FormEvent } from 'react';
import { findLostRequest, type LostRequest } from './background-post';
import { useRetry } from './use-retry';

/**
 * Before a form with a full-page response is sent, checks that it will arrive: the login would discard its input. Without
 * scripts, the form is sent at once.
 * @param checkedUrl needs the same login as the form. The page's own URL, unless that also redirects to the step-up
 * confirmation, which keeps the input
 */
export function useCheckedSubmit(checkedUrl?: string) {
  const [problem, setProblem] = useState<LostRequest | null>(null);
  const isChecking = useRef(false);
  const isSending = useRef(false);
  useEffect(() => {
    // The back button restores the page as it was sent.
    const reset = () => void (isSending.current = false);
    window.addEventListener('pageshow', reset);
    return () => window.removeEventListener('pageshow', reset);
  }, []);
  const check = useCallback(async () => {
    const found = await findLostRequest(checkedUrl ?? window.location.href);
    setProblem(found);
    return found;
  }, [checkedUrl]);
  useRetry(useCallback(() => void (problem && check()), [problem, check]));
  return {
    problem,
    isSending: useCallback(() => isSending.current, []),
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      if (isSending.current) return;
      event.preventDefault();
      if (isChecking.current) return;
      isChecking.current = true;
      const { currentTarget: form } = event;
      const { submitter } = event.nativeEvent as SubmitEvent;
      void check().then((found) => {
        isChecking.current = false;
        if (found || !form.isConnected) return;
        isSending.current = true;
        form.requestSubmit(submitter?.isConnected ? submitter : null);
      });
    },
  };
}

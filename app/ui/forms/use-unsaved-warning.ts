import { useBeforeUnload, useBlocker } from '@remix-run/react';
import { useCallback, useEffect } from 'react';

const question = 'You have unsaved changes. Leave this page without saving them?';

/**
 * Asks before somebody leaves the page with unsaved input. Browsers have their own text for it when they leave the portal or
 * reload the page.
 * @param isUnsaved called when somebody leaves
 */
export function useUnsavedWarning(isUnsaved: () => boolean): void {
  useBeforeUnload(useCallback((event) => isUnsaved() && event.preventDefault(), [isUnsaved]));
  const blocker = useBlocker(isUnsaved);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (window.confirm(question)) blocker.proceed();
    else blocker.reset();
  }, [blocker]);
}

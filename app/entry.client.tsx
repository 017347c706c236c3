import { RemixBrowser } from '@remix-run/react';
import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';

/**
 * RemixBrowser throws the promise of the page's data until it's there. React must not start before: a click
 * or key press in between would abort hydration for good (React's error 345).
 */
async function waitForPageData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (promise) {
    await promise;
  }
}

void waitForPageData().then(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    );
  }),
);

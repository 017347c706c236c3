import { useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';
import { ButtonLink } from '~/ui/forms/button';
import { Time } from '~/ui/content/time';

/** Refreshes the page while it's visible, and lets people turn that off. */
export function AutoRefresh({
  at,
  isRefreshing,
  path,
  intervalSeconds = 30,
}: {
  at: Date;
  isRefreshing: boolean;
  path: string;
  intervalSeconds?: number;
}) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isRefreshing) return;
    const timer = setInterval(
      () => document.visibilityState === 'visible' && revalidate(),
      intervalSeconds * 1000,
    );
    return () => clearInterval(timer);
  }, [isRefreshing, revalidate, intervalSeconds]);
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
      {isRefreshing && (
        <noscript>
          <meta httpEquiv="refresh" content={String(intervalSeconds)} />
        </noscript>
      )}
      <p className="text-ink-soft">
        As of <Time at={at} />.{' '}
        {isRefreshing ? `Refreshes every ${intervalSeconds} seconds.` : 'Auto-refresh is off.'}
      </p>
      <ButtonLink
        to={isRefreshing ? `${path}?refresh=off` : path}
        variant="secondary"
        size="small"
        preventScrollReset
      >
        {isRefreshing ? 'Turn off auto-refresh' : 'Turn on auto-refresh'}
      </ButtonLink>
    </div>
  );
}

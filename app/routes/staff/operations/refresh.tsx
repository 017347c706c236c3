import { useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';
import { ButtonLink } from '~/ui/button';
import { Time } from '~/ui/time';

const everySeconds = 30;

/** Brings the page up to date twice a minute, while somebody looks at it, and lets them switch that off. */
export function Refresh({ at, on, path }: { at: Date; on: boolean; path: string }) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!on) return;
    const timer = setInterval(
      () => document.visibilityState === 'visible' && revalidate(),
      everySeconds * 1000,
    );
    return () => clearInterval(timer);
  }, [on, revalidate]);
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
      {on && (
        <noscript>
          <meta httpEquiv="refresh" content={String(everySeconds)} />
        </noscript>
      )}
      <p className="text-ink-soft">
        As of <Time at={at} />.{' '}
        {on ? `It is brought up to date every ${everySeconds} seconds.` : 'It stays as it is.'}
      </p>
      <ButtonLink to={on ? `${path}?refresh=off` : path} variant="secondary" size="small" preventScrollReset>
        {on ? 'Stop refreshing' : 'Refresh by itself'}
      </ButtonLink>
    </div>
  );
}

import { useLocation } from '@remix-run/react';
import clsx from 'clsx';
import type { Environment } from '~/platform/environment';
import { EnvironmentForm } from './environment-form';

/** Their entries have pages that exist in one environment only. */
const lists = ['/transactions', '/payouts', '/payment-links', '/developers/requests', '/developers/webhooks'];

/** Pages whose search and filters mean the same in both environments. */
const filteredPages = [
  ...['/', '/search', '/transactions', '/payouts', '/chargebacks', '/payment-links'],
  ...['/developers/requests', '/developers/external-ids'],
];

/** A position in the list of one environment, and messages about what was just done there. */
const ownParameters = ['before', 'after', 'refused', 'view', 'switched'];

/** The same page in the other environment, or the list that leads to it. */
function getPageThere({ pathname, search }: { pathname: string; search: string }): string {
  if (/^\/transactions\/[^/]+\/dispute$/.test(pathname)) return '/chargebacks';
  const list = lists.find((path) => pathname.startsWith(`${path}/`));
  if (list || !filteredPages.includes(pathname)) return list ?? pathname;
  const query = new URLSearchParams(search);
  for (const name of ownParameters) query.delete(name);
  return pathname + (query.size ? `?${query}` : '');
}

/** The portal's current environment. */
export function EnvironmentSwitch({ environment }: { environment: Environment }) {
  return (
    <EnvironmentForm returnTo={getPageThere(useLocation())} className="py-3 lg:pt-0 lg:pb-3">
      <fieldset className="grid grid-cols-2 gap-1 rounded-lg bg-sunken p-1">
        <legend className="sr-only">Environment</legend>
        {(['test', 'live'] as const).map((name) => (
          <button
            key={name}
            type="submit"
            name="environment"
            value={name}
            aria-pressed={name === environment}
            className={clsx(
              'min-h-10 rounded-md border font-medium lg:min-h-8 lg:text-sm',
              name === environment
                ? 'border-accent bg-surface text-ink'
                : 'border-transparent text-ink-soft hover:text-ink',
            )}
          >
            {name === 'test' ? 'Test' : 'Live'}
          </button>
        ))}
      </fieldset>
    </EnvironmentForm>
  );
}

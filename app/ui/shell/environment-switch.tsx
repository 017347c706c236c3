import { useLocation } from '@remix-run/react';
import clsx from 'clsx';
import type { Environment } from '~/platform/environment';
import { EnvironmentForm } from './environment-form';

/** Their entries have pages that exist in one environment only. */
const lists = ['/transactions', '/payouts', '/payment-links', '/developers/requests', '/developers/webhooks'];

/** The portal's current environment. */
export function EnvironmentSwitch({ environment }: { environment: Environment }) {
  const { pathname } = useLocation();
  return (
    <EnvironmentForm
      returnTo={lists.find((list) => pathname.startsWith(`${list}/`)) ?? pathname}
      className="py-3 lg:pt-0 lg:pb-3"
    >
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
              'min-h-10 rounded-md font-medium lg:min-h-8 lg:text-sm',
              name === environment ? 'bg-surface text-ink shadow-card' : 'text-ink-soft hover:text-ink',
            )}
          >
            {name === 'test' ? 'Test' : 'Live'}
          </button>
        ))}
      </fieldset>
    </EnvironmentForm>
  );
}

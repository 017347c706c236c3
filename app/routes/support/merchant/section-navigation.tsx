import { Link } from '@remix-run/react';
import clsx from 'clsx';
import type { Environment } from '~/platform/environment';
import { TextLink } from '~/ui/content/text-link';

const sections = [
  ['overview', 'Overview'],
  ['figures', 'Activity'],
  ['payments', 'Payments'],
  ['payouts', 'Payouts'],
  ['unknown', 'Unknown outcomes'],
  ['errors', 'API errors'],
  ['webhooks', 'Webhooks'],
  ['team', 'Team'],
  ['mails', 'Emails'],
  ['credentials', 'Credentials'],
  ['addresses', 'Allowed addresses'],
] as const;

/** The current environment, and links to the page's sections. */
export function SectionNavigation({
  accountId,
  environment,
}: {
  accountId: string;
  environment: Environment;
}) {
  return (
    <div className="mb-8 space-y-4">
      <nav
        aria-label="Environment"
        className="inline-flex overflow-hidden rounded-lg border border-line-strong"
      >
        {(['live', 'test'] as const).map((name) => (
          <Link
            key={name}
            to={`/support/merchants/${accountId}?environment=${name}`}
            preventScrollReset
            aria-current={name === environment ? 'true' : undefined}
            className={clsx(
              'inline-flex min-h-10 items-center px-4 font-medium -outline-offset-4',
              name === environment ? 'bg-accent text-on-accent' : 'bg-surface text-ink hover:bg-sunken',
            )}
          >
            {name === 'live' ? 'Live' : 'Test'}
          </Link>
        ))}
      </nav>
      <nav aria-label="On this page" className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {sections.map(([id, text]) => (
          <TextLink key={id} to={`#${id}`}>
            {text}
          </TextLink>
        ))}
      </nav>
    </div>
  );
}

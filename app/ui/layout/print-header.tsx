import { useLocation } from '@remix-run/react';
import { useContext } from 'react';
import type { Environment } from '~/platform/environment';
import { TimeZoneContext } from '../content/time';
import { formatDate } from '../content/time-format';

/** On paper, above every page of the portal: whose figures these are, and of which day. */
export function PrintHeader({
  account,
  environment,
}: {
  account: { id: string; name: string };
  environment: Environment;
}) {
  const zone = useContext(TimeZoneContext);
  // Rendered again with each page, because a tab can stay open for days.
  useLocation();
  return (
    <p className="mb-6 hidden text-sm print:block">
      <span className="font-semibold">{account.name}</span>, account {account.id}
      <br />
      {/* A page that was rendered just before midnight keeps its day. */}
      <span suppressHydrationWarning>
        {`${environment === 'live' ? 'Live' : 'Test'} environment, as of ${formatDate(new Date(), zone)}`}
      </span>
    </p>
  );
}

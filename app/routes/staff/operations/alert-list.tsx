import type { Alert } from '~/operations/alerts';
import { Badge } from '~/ui/content/status-badge';
import { TextLink } from '~/ui/content/text-link';
import { Banner } from '~/ui/layout/banner';
import { Panel } from '~/ui/layout/panel';
import { getRunbookUrl } from '../operating-guide/guide-url';
import { statusBadges } from './status-badges';

/** The alerts, or that there are none. */
export function AlertList({ alerts }: { alerts: readonly Alert[] }) {
  if (!alerts.length)
    return (
      <Banner tone="positive" title="Everything is OK">
        There are no alerts.
      </Banner>
    );
  return (
    <Panel title={`Alerts (${alerts.length})`}>
      <ul className="divide-y divide-line">
        {alerts.map(({ name, severity, title, to, runbook }) => (
          <li key={name} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-3 first:pt-0 last:pb-0">
            <Badge {...statusBadges[severity]} />
            <div className="min-w-0 flex-1 basis-72">
              <p className="font-medium wrap-anywhere">{to ? <TextLink to={to}>{title}</TextLink> : title}</p>
              <p className="mt-2 text-sm text-ink-soft">
                Runbook: <TextLink to={getRunbookUrl(runbook)}>{runbook}</TextLink>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

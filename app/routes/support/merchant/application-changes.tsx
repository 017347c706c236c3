import type { MerchantSummary } from '~/support/merchant-summary';
import { Panel } from '~/ui/layout/panel';
import { Badge } from '~/ui/content/status-badge';

/** What the merchant has to change in the application, in the reviewer's words, which the merchant reads, too. */
export function ApplicationChanges({ requestedChanges }: Pick<MerchantSummary, 'requestedChanges'>) {
  if (!requestedChanges.length) return null;
  return (
    <Panel title="Requested changes of the application" id="requested-changes">
      <p className="mb-4 text-sm text-ink-soft">
        After changing all of them, an owner or admin submits the application again.
      </p>
      <ul className="divide-y divide-line">
        {requestedChanges.map(({ key, label, reason, isDone }) => (
          <li key={key} className="py-3 first:pt-0 last:pb-0">
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <span className="font-medium">{label}</span>
              <Badge
                text={isDone ? 'Changed, not submitted yet' : 'Change needed'}
                tone={isDone ? 'positive' : 'caution'}
              />
            </div>
            <p className="mt-1 max-w-2xl break-words whitespace-pre-line">{reason}</p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

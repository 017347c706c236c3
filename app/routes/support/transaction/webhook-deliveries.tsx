import type { SupportDetails } from '~/payments/transactions/support-details';
import { Panel } from '~/ui/layout/panel';
import { Badge } from '~/ui/content/status-badge';
import { Table } from '~/ui/content/table';
import { Time } from '~/ui/content/time';
import { deliveryLabels } from '../../portal/webhooks/webhook-labels';

/** The transaction's webhooks, each with its last attempts. */
export function WebhookDeliveriesPanel({ deliveries }: Pick<SupportDetails, 'deliveries'>) {
  return (
    <Panel title="Webhooks" id="webhooks">
      {deliveries.length ? (
        <Table
          caption="Webhooks about this transaction, newest first"
          rows={deliveries}
          rowKey={({ id }) => id}
          columns={[
            {
              title: 'Event',
              cell: ({ eventType, id }) => (
                <>
                  {eventType}
                  <code className="block font-mono text-xs break-all text-ink-soft">{id}</code>
                </>
              ),
            },
            { title: 'To', cell: ({ host }) => <span className="break-all">{host}</span> },
            { title: 'Status', cell: ({ state }) => <Badge {...deliveryLabels[state]} /> },
            {
              title: 'Attempts',
              cell: ({ recentAttempts: lastAttempts, attempts }) =>
                lastAttempts.length ? (
                  <ul className="space-y-1 text-sm">
                    {lastAttempts.map((attempt) => (
                      <li key={attempt.id}>
                        {attempt.status ?? attempt.fault?.replaceAll('_', ' ')} in {attempt.durationMs} ms,{' '}
                        <Time at={attempt.startedAt} />
                        {attempt.requestedBy && ', manually'}
                      </li>
                    ))}
                    {attempts > lastAttempts.length && (
                      <li className="text-ink-soft">and {attempts - lastAttempts.length} earlier</li>
                    )}
                  </ul>
                ) : (
                  <span className="text-ink-soft">None</span>
                ),
            },
            {
              title: 'Next attempt',
              cell: ({ state, nextAttemptAt }) =>
                state !== 'sending' && nextAttemptAt ? (
                  <Time at={nextAttemptAt} />
                ) : (
                  <span className="text-ink-soft">None</span>
                ),
            },
          ]}
        />
      ) : (
        <p className="text-ink-soft">None of the merchant’s endpoints receive these events.</p>
      )}
    </Panel>
  );
}

import type { Behind } from '~/payments/behind-transaction';
import { Card } from '~/ui/card';
import { Badge } from '~/ui/status-badge';
import { Table } from '~/ui/table';
import { Time } from '~/ui/time';
import { deliveryWord } from '../../portal/webhooks/words';

/** The webhooks about it, each with its last tries. */
export function Deliveries({ deliveries }: Pick<Behind, 'deliveries'>) {
  return (
    <Card title="Webhooks" id="webhooks">
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
            { title: 'Status', cell: (delivery) => <Badge {...deliveryWord(delivery)} /> },
            {
              title: 'Tries',
              cell: ({ tries, attempts }) =>
                tries.length ? (
                  <ul className="space-y-1 text-sm">
                    {tries.map((tried) => (
                      <li key={tried.id}>
                        {tried.status ?? tried.fault?.replaceAll('_', ' ')} in {tried.durationMs} ms,{' '}
                        <Time at={tried.startedAt} />
                        {tried.askedBy && ', by hand'}
                      </li>
                    ))}
                    {attempts > tries.length && (
                      <li className="text-ink-soft">and {attempts - tries.length} before</li>
                    )}
                  </ul>
                ) : (
                  <span className="text-ink-soft">None</span>
                ),
            },
            {
              title: 'Next try',
              cell: ({ status, nextTryAt }) =>
                status === 'waiting' && nextTryAt ? (
                  <Time at={nextTryAt} />
                ) : (
                  <span className="text-ink-soft">None</span>
                ),
            },
          ]}
        />
      ) : (
        <p className="text-ink-soft">No endpoint of the merchant listens for what happened here.</p>
      )}
    </Card>
  );
}

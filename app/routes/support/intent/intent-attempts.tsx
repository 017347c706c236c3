import type { SerializeFrom } from '@remix-run/node';
import { getDeclineMessage } from '~/acquirers/decline-codes';
import { CardNumber } from '~/ui/content/card-number';
import { Table } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { Panel } from '~/ui/layout/panel';
import type { SupportIntent } from './read-intent';

/** The declined attempts to pay an intent. Each links to its timeline. */
export function IntentAttempts({ attempts }: SerializeFrom<Pick<SupportIntent, 'attempts'>>) {
  return (
    <Panel title="Declined attempts" id="attempts">
      {attempts.length === 0 ? (
        <p className="text-ink-soft">None.</p>
      ) : (
        <Table
          caption="Declined attempts, oldest first"
          rows={attempts}
          rowKey={({ id }) => id}
          columns={[
            {
              title: 'When',
              cell: ({ id, createdAt }) => (
                <TextLink to={`/support/transactions/${id}`}>
                  <Time at={createdAt} />
                </TextLink>
              ),
            },
            {
              title: 'Card',
              cell: ({ cardBrand, cardLastFour }) => <CardNumber brand={cardBrand} lastFour={cardLastFour} />,
            },
            {
              title: 'Reason',
              cell: ({ declineCode }) => declineCode && getDeclineMessage(declineCode, 'payment'),
            },
          ]}
        />
      )}
    </Panel>
  );
}

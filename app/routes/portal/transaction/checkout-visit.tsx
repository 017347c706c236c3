import type { TransactionWithOperations } from '~/payments/transactions/transaction-operations';
import { Panel } from '~/ui/layout/panel';
import { DescriptionList } from '~/ui/content/description-list';
import { Time } from '~/ui/content/time';

type Seen = NonNullable<TransactionWithOperations['visit']>;

/** What the payer's browser was seen to do on the hosted page. */
export function CheckoutVisit({ visit: { state, openedAt, redirectedAt, canceledAt } }: { visit: Seen }) {
  const ended = ['PAID', 'BLOCKED', 'CANCELLED'].includes(state);
  return (
    <Panel title="The payer’s visit">
      <DescriptionList
        items={[
          [
            'Payment page',
            openedAt && (
              <>
                First opened at <Time at={openedAt} />
              </>
            ),
          ],
          [
            'Cancelled',
            canceledAt && (
              <>
                The payer gave up at <Time at={canceledAt} />
              </>
            ),
          ],
          [
            'Way back',
            redirectedAt ? (
              <>
                The payer’s browser went on to your page at <Time at={redirectedAt} />
              </>
            ) : ended ? (
              'The payer’s browser did not go on to your page'
            ) : null,
          ],
        ]}
      />
    </Panel>
  );
}

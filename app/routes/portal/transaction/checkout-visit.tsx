import type { TransactionWithOperations } from '~/payments/transactions/transaction-operations';
import { Panel } from '~/ui/layout/panel';
import { DescriptionList } from '~/ui/content/description-list';
import { Time } from '~/ui/content/time';

type Seen = NonNullable<TransactionWithOperations['checkoutVisit']>;

/** The payer's visit to the hosted page. */
export function CheckoutVisitDetails({
  checkoutVisit: { state, openedAt, redirectedAt, canceledAt },
}: {
  checkoutVisit: Seen;
}) {
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
            'Canceled',
            canceledAt && (
              <>
                Canceled at <Time at={canceledAt} />
              </>
            ),
          ],
          [
            'Redirect',
            redirectedAt ? (
              <>
                Redirected to your site at <Time at={redirectedAt} />
              </>
            ) : ended ? (
              'Not redirected to your site'
            ) : null,
          ],
        ]}
      />
    </Panel>
  );
}

import type { TransactionWithOperations } from '~/payments/transactions/transaction-operations';
import { Panel } from '~/ui/layout/panel';
import { DescriptionList } from '~/ui/content/description-list';
import { Time } from '~/ui/content/time';

type Seen = NonNullable<TransactionWithOperations['checkoutVisit']>;

/** The payer's visit to the hosted page. Payers of a payment link can come back to a page of ours instead of the merchant's. */
export function CheckoutVisitDetails({
  checkoutVisit: { state, openedAt, redirectedAt, canceledAt },
  paymentLink,
}: {
  checkoutVisit: Seen;
  paymentLink: TransactionWithOperations['paymentLink'];
}) {
  const ended = ['PAID', 'BLOCKED', 'CANCELLED'].includes(state);
  const ownPage = paymentLink && !(paymentLink.redirectUrl && state === 'PAID');
  return (
    <Panel title="The payer’s visit">
      <DescriptionList
        items={[
          ['Payment page', openedAt && <Moment text="First opened at" at={openedAt} />],
          ['Canceled', canceledAt && <Moment text="Canceled at" at={canceledAt} />],
          ownPage
            ? [
                state === 'PAID' ? 'Thank-you page' : 'Payment link',
                redirectedAt && <Moment text="Opened at" at={redirectedAt} />,
              ]
            : [
                'Redirect',
                redirectedAt ? (
                  <Moment text="Redirected to your site at" at={redirectedAt} />
                ) : ended ? (
                  'Not redirected to your site'
                ) : null,
              ],
        ]}
      />
    </Panel>
  );
}

const Moment = ({ text, at }: { text: string; at: Date | string }) => (
  <>
    {text} <Time at={at} />
  </>
);

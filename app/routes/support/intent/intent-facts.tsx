import type { SerializeFrom } from '@remix-run/node';
import { CopyValue } from '~/ui/content/code-block';
import { DescriptionList } from '~/ui/content/description-list';
import { Badge } from '~/ui/content/status-badge';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { linkStatusLabels } from '~/ui/labels/payment-link-labels';
import { Panel } from '~/ui/layout/panel';
import type { SupportIntent } from './read-intent';

type Props = SerializeFrom<Pick<SupportIntent, 'intent' | 'requests'>> & {
  owner: { accountId: string; environment: string; merchant: string };
};

/** The payment intent's references and times. */
export function IntentFacts({ intent, requests, owner }: Props) {
  const { id, externalId, orderId, customerId, link, operation } = intent;
  const { createdAt, openedAt, canceledAt, redirectedAt, expiresAt } = intent;
  return (
    <Panel title="Details">
      <DescriptionList
        items={[
          [
            'Merchant',
            <TextLink
              key="merchant"
              to={`/support/merchants/${owner.accountId}?environment=${owner.environment}`}
            >
              {owner.merchant}
            </TextLink>,
          ],
          ['Payment intent', <CopyValue key="id" value={id} label="payment intent" isSmall />],
          ['External ID', <CopyValue key="external" value={externalId} label="external ID" isSmall />],
          ['Order ID', orderId && <CopyValue value={orderId} label="order ID" isSmall />],
          ['Customer ID', customerId && <CopyValue value={customerId} label="customer ID" isSmall />],
          ['Payment link', link && <LinkState key="link" link={link} />],
          ['Capture', operation === 'authorize' ? 'Authorizes only' : 'Authorizes and captures'],
          ['Created', <RequestedTime key="created" at={createdAt} request={requests.creation} />],
          ['Page first opened', openedAt ? <Time at={openedAt} /> : 'Not opened'],
          ['Canceled', canceledAt && <RequestedTime at={canceledAt} request={requests.cancellation} />],
          ['Redirected back', redirectedAt && <Time at={redirectedAt} />],
          [intent.status === 'expired' ? 'Expired' : 'Expires', <Time key="expires" at={expiresAt} />],
          ['Receipt', describeReceipt(intent)],
        ]}
      />
    </Panel>
  );
}

/** A link that has reached its limit stays completed, also after a refund, which merchants ask about. */
const LinkState = ({ link }: { link: NonNullable<Props['intent']['link']> }) => (
  <>
    <span className="wrap-anywhere">{link.name}</span> <Badge {...linkStatusLabels[link.status]} />
    <span className="block text-sm text-ink-soft">
      {link.maximumPayments === null
        ? `${link.payments} ${link.payments === 1 ? 'payment' : 'payments'}, no limit.`
        : `${link.payments} of ${link.maximumPayments} ${link.maximumPayments === 1 ? 'payment' : 'payments'}, including refunded ones.`}
      {link.status === 'completed' && ' To get paid again, the merchant creates a new link.'}
    </span>
  </>
);

/** A time, with the API request of that time, if it's stored. */
const RequestedTime = ({ at, request }: { at: Date | string; request: string | null }) => (
  <>
    <Time at={at} />
    {request && (
      <>
        {' '}
        · <TextLink to={`/support/requests/${request}`}>API request</TextLink>
      </>
    )}
  </>
);

/** Receipts go to the email address of the order or the checkout, and only after payment. */
function describeReceipt({
  status,
  receipt,
  isReceiptDue,
}: Pick<Props['intent'], 'status' | 'receipt' | 'isReceiptDue'>): string {
  if (status === 'paid')
    return receipt === 'QUEUED' ? 'Emailed' : isReceiptDue ? 'Will be emailed shortly' : 'Not emailed';
  return 'Not emailed, because nothing was paid';
}

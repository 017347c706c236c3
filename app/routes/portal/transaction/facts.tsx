import type { MerchantReason } from '~/acquirers/saved-card';
import type { CheckedData } from '~/payments/transactions/card-checks';
import type { TransactionWithOperations } from '~/payments/transactions/transaction-operations';
import type { Authentication } from '~/payments/transactions/transaction-object';
import { describeAuthentication, describeLiability } from '~/ui/labels/authentication-labels';
import { cardCheckLabels } from '~/ui/labels/card-check-labels';
import { merchantReasonLabels } from '~/ui/labels/merchant-reason-labels';
import { Panel } from '~/ui/layout/panel';
import { CardNumber } from '~/ui/content/card-number';
import { CopyValue } from '~/ui/content/code-block';
import { DescriptionList } from '~/ui/content/description-list';
import { getDisputeDetails } from '~/ui/transactions/dispute-details';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { useRecordLinks } from '../record-links';

/** The transaction's references. */
export function Facts({ transaction }: { transaction: Omit<TransactionWithOperations, 'order'> }) {
  const {
    id,
    externalId,
    orderId,
    intentId,
    paymentLink,
    status,
    declineCode,
    cardBrand,
    cardBin,
    cardLastFour,
    cardExpiry,
    cardTokenId,
    merchantReason,
    authentication,
    cardChecks,
    createdAt,
    updatedAt,
  } = transaction;
  const links = useRecordLinks();
  const threeDSecure = authentication as Authentication | null;
  const checks = (cardChecks ?? {}) as CheckedData;
  return (
    <Panel title="Details">
      <DescriptionList
        items={[
          ['Transaction ID', <CopyValue key="id" value={id} label="transaction ID" isSmall />],
          ['External ID', <CopyValue key="external" value={externalId} label="external ID" isSmall />],
          ['Order ID', orderId && <CopyValue value={orderId} label="order ID" isSmall />],
          [
            'Payment intent',
            intentId && (
              <>
                <CopyValue value={intentId} label="payment intent" isSmall />
                {links.intent && <TextLink to={links.intent(intentId)}>View payment intent</TextLink>}
              </>
            ),
          ],
          [
            'Payment link',
            paymentLink && (
              // For staff, the intent's page says what became of the link.
              <TextLink
                key="link"
                to={links.intent && intentId ? links.intent(intentId) : `/payment-links/${paymentLink.id}`}
              >
                {paymentLink.name}
              </TextLink>
            ),
          ],
          [
            'API status',
            <code key="status" className="font-mono text-sm">
              {status}
            </code>,
          ],
          ['Decline code', declineCode && <code className="font-mono text-sm">{declineCode}</code>],
          ...getDisputeDetails(transaction),
          ['Card', cardLastFour && <CardNumber brand={cardBrand} lastFour={cardLastFour} />],
          ['First six digits', cardBin],
          ['Card valid until', cardExpiry && cardExpiry.split('-').reverse().join('/')],
          [
            'Card token',
            cardTokenId && <CopyValue key="token" value={cardTokenId} label="card token" isSmall />,
          ],
          [
            'Initiated by',
            cardTokenId &&
              (merchantReason
                ? `You (${merchantReasonLabels[merchantReason as MerchantReason].toLowerCase()})`
                : 'The payer'),
          ],
          ['Address', checks.address && cardCheckLabels[checks.address]],
          ['Postal code', checks.postal_code && cardCheckLabels[checks.postal_code]],
          ['Security code', checks.security_code && cardCheckLabels[checks.security_code]],
          ['3-D Secure', threeDSecure && describeAuthentication(threeDSecure)],
          ['Fraud liability', threeDSecure && describeLiability(threeDSecure)],
          ['Created', <Time key="created" at={createdAt} />],
          ['Last updated', <Time key="updated" at={updatedAt} />],
        ]}
      />
    </Panel>
  );
}

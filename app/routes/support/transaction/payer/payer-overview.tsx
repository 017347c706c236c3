import type { PayerMatch, TwinPayment } from '~/support/payer/payer-payments';
import { DescriptionList } from '~/ui/content/description-list';
import { Money } from '~/ui/content/money';
import { Badge, StatusSummary } from '~/ui/content/status-badge';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { Panel } from '~/ui/layout/panel';
import { PayerEmail } from './payer-email';

export type PayerOverviewProps = {
  paymentId: string;
  name: string;
  maskedEmail: string | null;
  country: string | null;
  /** Whether the card or the email leads to other payments. */
  isKnown: boolean;
  twins: readonly TwinPayment[];
  isMore: boolean;
  /** The twins that may be duplicates of this payment. */
  duplicateIds: readonly string[];
};

/** Who paid, and the payer's other payments within 24 hours. */
export function PayerOverview({
  paymentId,
  name,
  maskedEmail,
  country,
  isKnown,
  twins,
  isMore,
  duplicateIds,
}: PayerOverviewProps) {
  return (
    <Panel title="Payer" id="payer">
      <DescriptionList
        items={[
          ['Name', name ? <bdi>{name}</bdi> : <NotGiven />],
          [
            'Email',
            maskedEmail ? (
              <PayerEmail key={paymentId} paymentId={paymentId} maskedEmail={maskedEmail} />
            ) : (
              <NotGiven />
            ),
          ],
          ['Country', country ?? <NotGiven />],
        ]}
      />
      {isKnown && (
        <p className="mt-3 text-sm">
          <TextLink to={`/support/transactions/${paymentId}/payer`}>
            All payments of this payer at this merchant
          </TextLink>
        </p>
      )}
      <h3 className="mt-5 mb-1 text-sm font-medium">
        Same card, email, or order within 24 hours ({isMore ? `more than ${twins.length}` : twins.length})
      </h3>
      {twins.length > 0 ? (
        <TwinList twins={twins.slice(0, visibleTwins)} duplicateIds={duplicateIds} />
      ) : (
        <p className="text-sm text-ink-soft">No other payments.</p>
      )}
      {twins.length > visibleTwins && (
        <details className="mt-2">
          <summary className="w-fit text-sm text-link">Show {twins.length - visibleTwins} more</summary>
          <TwinList twins={twins.slice(visibleTwins)} duplicateIds={duplicateIds} />
        </details>
      )}
    </Panel>
  );
}

const visibleTwins = 5;

const NotGiven = () => <span className="text-ink-soft">Not given</span>;

const matchLabels: Record<PayerMatch, string> = { card: 'card', email: 'email', order: 'order' };
const conjunction = new Intl.ListFormat('en', { type: 'conjunction' });

function TwinList({ twins, duplicateIds }: Pick<PayerOverviewProps, 'twins' | 'duplicateIds'>) {
  return (
    <ul className="@container divide-y divide-line text-sm">
      {twins.map((twin) => (
        <li
          key={twin.id}
          className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2.5 last:pb-0"
        >
          <span>
            <TextLink to={`/support/transactions/${twin.id}`}>
              <span className="sr-only">Payment of </span>
              <Money amount={twin.orderAmount} currency={twin.orderCurrency} />
            </TextLink>
            <span className="block text-ink-soft">
              <Time at={twin.createdAt} />
            </span>
            <span className="block text-ink-soft">
              Same {conjunction.format(twin.matches.map((match) => matchLabels[match]))}
            </span>
          </span>
          <span className="flex flex-wrap items-center gap-1.5">
            {duplicateIds.includes(twin.id) && <Badge text="Possible duplicate" tone="caution" />}
            <StatusSummary {...twin} />
          </span>
        </li>
      ))}
    </ul>
  );
}

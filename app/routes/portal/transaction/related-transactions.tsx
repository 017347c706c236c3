import type { TransactionWithOperations } from '~/payments/transactions/transaction-operations';
import { Panel } from '~/ui/layout/panel';
import { Money } from '~/ui/content/money';
import { StatusSummary } from '~/ui/content/status-badge';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { getTransactionTypeLabel } from '~/ui/labels/transaction-labels';
import { useRecordLinks } from '../record-links';

/** A refund's payment, and a payment's refunds and chargebacks. */
export function RelatedTransactions({
  transaction,
}: {
  transaction: Omit<TransactionWithOperations, 'order'>;
}) {
  const links = useRecordLinks();
  const { parent, children, orderCurrency } = transaction;
  const related = parent ? [parent] : children;
  if (!related.length) return null;
  return (
    <Panel title={parent ? 'Related transactions' : 'Refunds and chargebacks'}>
      <ul className="divide-y divide-line">
        {related.map((one) => (
          <li
            key={one.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0"
          >
            <span>
              <TextLink to={links.transaction(one.id)}>
                {getTransactionTypeLabel(one.type)} of{' '}
                <Money amount={one.orderAmount} currency={orderCurrency} />
              </TextLink>
              <span className="block text-sm text-ink-soft">
                <Time at={one.createdAt} />
              </span>
            </span>
            <StatusSummary {...one} orderCurrency={orderCurrency} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

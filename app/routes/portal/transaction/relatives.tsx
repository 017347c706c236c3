import type { TransactionWithTrail } from '~/payments/transaction-trail';
import { Card } from '~/ui/card';
import { Money } from '~/ui/money';
import { StatusBadge } from '~/ui/status-badge';
import { TextLink } from '~/ui/text-link';
import { Time } from '~/ui/time';
import { typeWord } from '~/ui/transaction-words';
import { usePlaces } from './places';

/** The payment a refund gives back, and the refunds and chargebacks of a payment. */
export function Relatives({ transaction }: { transaction: Omit<TransactionWithTrail, 'order'> }) {
  const places = usePlaces();
  const { parent, children, orderCurrency } = transaction;
  const related = parent ? [parent] : children;
  if (!related.length) return null;
  return (
    <Card title={parent ? 'Of this payment' : 'Refunds and chargebacks'}>
      <ul className="divide-y divide-line">
        {related.map(({ id, type, status, orderAmount, createdAt, ...disputed }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0"
          >
            <span>
              <TextLink to={places.transaction(id)}>
                {typeWord(type)} of <Money amount={orderAmount} currency={orderCurrency} />
              </TextLink>
              <span className="block text-sm text-ink-soft">
                <Time at={createdAt} />
              </span>
            </span>
            <StatusBadge status={status} type={type} disputed={disputed} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

import type { TransactionWithTrail } from '~/payments/transaction-trail';
import { Card } from '~/ui/card';
import { DescriptionList } from '~/ui/description-list';
import { Money } from '~/ui/money';
import { MoneyBar } from '~/ui/money-bar';
import { captureParts, holdParts } from '~/ui/money-parts';
import { Time } from '~/ui/time';

/** What became of the money: the parts of the first bar make up what was authorised, those of the second what was captured. */
export function Amounts({ transaction }: { transaction: Omit<TransactionWithTrail, 'order'> }) {
  const { type, status, orderAmount, orderCurrency: currency, captureBefore } = transaction;
  const {
    amountAuthorized: authorized,
    amountCaptured: captured,
    amountVoided: voided,
    amountExpired: expired,
    amountRefunded: refunded,
    holdReserved: reserved,
    refundReserved: refunding,
    chargebackOpen: disputed,
    amountChargedBack: chargedBack,
  } = transaction;
  const remaining = authorized - captured - voided - expired - reserved;
  const kept = captured - refunded - refunding - disputed - chargedBack;
  const money = (amount: number) => <Money amount={amount} currency={currency} />;
  if (type !== 'PAYMENT') return null;
  return (
    <Card title="Amounts">
      {authorized > 0 ? (
        <div className="mb-6 space-y-6">
          <MoneyBar currency={currency} parts={holdParts(transaction)} />
          {kept < captured && (
            <div>
              <p className="mb-2 text-ink-soft">Of what was captured</p>
              <MoneyBar currency={currency} parts={captureParts(transaction)} />
            </div>
          )}
        </div>
      ) : (
        <p className="mb-4 text-ink-soft">
          {status === 'PENDING'
            ? 'The bank has not answered yet. We keep asking until it does.'
            : 'The bank refused: no money was held or moved.'}
        </p>
      )}
      <DescriptionList
        figures
        facts={[
          ['Order', money(orderAmount)],
          ['Authorised', money(authorized)],
          ['Captured', money(captured)],
          ['Voided', voided > 0 ? money(voided) : null],
          ['Expired', expired > 0 ? money(expired) : null],
          ['Refunded', captured > 0 ? money(refunded) : null],
          ['In an open chargeback', disputed > 0 ? money(disputed) : null],
          ['Charged back', chargedBack > 0 ? money(chargedBack) : null],
          ['Kept', kept < captured ? money(kept) : null],
          ['With the bank, not answered', reserved > 0 ? money(reserved) : null],
          ['Left to capture', remaining > 0 ? money(remaining) : null],
          ['Capture before', remaining > 0 && captureBefore ? <Time at={captureBefore} /> : null],
        ]}
      />
    </Card>
  );
}

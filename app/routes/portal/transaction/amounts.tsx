import type { TransactionWithOperations } from '~/payments/transactions/transaction-operations';
import { Panel } from '~/ui/layout/panel';
import { DescriptionList } from '~/ui/content/description-list';
import { Money } from '~/ui/content/money';
import { AmountBreakdownBar } from '~/ui/transactions/amount-breakdown-bar';
import { breakDownCaptured, breakDownHold } from '~/ui/transactions/amount-breakdown';
import { describeReversal } from '~/ui/transactions/transaction-description';
import { Time } from '~/ui/content/time';

/**
 * The breakdown of the amounts: the first bar shows the authorized amount, the second one the captured
 * amount.
 */
export function AmountsPanel({ transaction }: { transaction: Omit<TransactionWithOperations, 'order'> }) {
  const { type, status, orderAmount, orderCurrency: currency, captureBefore } = transaction;
  const {
    amountAuthorized: authorized,
    amountCaptured: captured,
    amountVoided: voided,
    amountExpired: expired,
    holdReleased,
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
    <Panel title="Amounts">
      {authorized > 0 ? (
        <div className="mb-4 space-y-4">
          <AmountBreakdownBar currency={currency} parts={breakDownHold(transaction)} />
          {kept < captured && (
            <div>
              <p className="mb-2 text-ink-soft">Captured amount</p>
              <AmountBreakdownBar currency={currency} parts={breakDownCaptured(transaction)} />
            </div>
          )}
        </div>
      ) : (
        <p className="mb-3 text-ink-soft">
          {status === 'PENDING'
            ? 'The bank hasn’t responded yet. We’ll keep checking until it does.'
            : `The payment was declined. ${describeReversal(transaction.reversal)}`}
        </p>
      )}
      <details>
        <summary className="text-sm font-medium text-accent">All amounts</summary>
        <div className="max-w-md pt-3">
          <DescriptionList
            alignRight
            items={[
              ['Order', money(orderAmount)],
              ['Authorized', money(authorized)],
              ['Captured', money(captured)],
              ['Voided', voided > 0 ? money(voided) : null],
              [holdReleased ? 'Released' : 'Expired', expired > 0 ? money(expired) : null],
              ['Refunded', captured > 0 ? money(refunded) : null],
              ['In an open chargeback', disputed > 0 ? money(disputed) : null],
              ['Charged back', chargedBack > 0 ? money(chargedBack) : null],
              ['Kept', kept < captured ? money(kept) : null],
              ['Pending with the bank', reserved > 0 ? money(reserved) : null],
              ['Left to capture', remaining > 0 ? money(remaining) : null],
              ['Capture before', remaining > 0 && captureBefore ? <Time at={captureBefore} /> : null],
            ]}
          />
        </div>
      </details>
    </Panel>
  );
}

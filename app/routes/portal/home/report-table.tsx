import type { Totals } from '~/payments/reporting/report';
import { formatAmount } from '~/platform/money/money';
import { formatPartLabel, formatRate } from './report-labels';

type Props = {
  parts: readonly ({ part: string } & Totals)[];
  totals: Totals;
  each: 'day' | 'month';
  currency: string;
};

/**
 * The charts as a table, with additional values. It scrolls horizontally on phones, so that columns stay
 * comparable.
 */
export function ReportTable({ parts, totals, each, currency }: Props) {
  return (
    <div role="region" aria-label={`Totals by ${each}`} tabIndex={0} className="mt-2 overflow-x-auto">
      <table className="w-full text-right text-sm whitespace-nowrap tabular-nums [&_td]:px-2 [&_td]:py-1.5 [&_th]:px-2 [&_th]:py-1.5 [&_th]:font-medium [&_th:first-child]:pl-0 [&_th:first-child]:text-left">
        <caption className="sr-only">
          Totals by {each}, in {currency}
        </caption>
        <thead className="border-b border-line text-ink-soft">
          <tr>
            {[
              each === 'day' ? 'Day' : 'Month',
              `Captured, ${currency}`,
              'Approved',
              'Declined',
              'Rate',
              'Refunds',
              'Refunded',
              'Chargebacks',
              'Charged back',
              'Lost',
            ].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {parts.map(({ part, ...of }) => (
            <Row key={part} title={formatPartLabel(part)} totals={of} currency={currency} />
          ))}
        </tbody>
        <tfoot className="border-t border-line-strong font-semibold">
          <Row title="Total" totals={totals} currency={currency} />
        </tfoot>
      </table>
    </div>
  );
}

function Row({ title, totals, currency }: { title: string; totals: Totals; currency: string }) {
  const money = (amount: number) => formatAmount(amount, currency);
  return (
    <tr>
      <th scope="row">{title}</th>
      {[
        money(totals.captured),
        totals.approved,
        totals.declined,
        formatRate(totals),
        totals.refunds,
        money(totals.refunded),
        totals.chargebacks,
        money(totals.chargedBack),
        money(totals.lost),
      ].map((value, place) => (
        <td key={place}>{value.toLocaleString('en-US')}</td>
      ))}
    </tr>
  );
}

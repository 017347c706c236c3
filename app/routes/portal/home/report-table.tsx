import type { Totals } from '~/payments/reporting/report';
import { formatAmount } from '~/platform/money/money';
import { formatPartLabel, formatRate } from './report-labels';

type Props = { parts: readonly ({ part: string } & Totals)[]; each: 'day' | 'month'; currency: string };

/**
 * The charts as a table, with additional values. It scrolls horizontally on phones, so that columns stay
 * comparable.
 */
export function ReportTable({ parts, each, currency }: Props) {
  const money = (amount: number) => (amount ? formatAmount(amount, currency) : '0');
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
            <tr key={part}>
              <th scope="row">{formatPartLabel(part)}</th>
              {[
                money(of.captured),
                of.approved,
                of.declined,
                formatRate(of),
                of.refunds,
                money(of.refunded),
                of.chargebacks,
                money(of.chargedBack),
                money(of.lost),
              ].map((text, i) => (
                <td key={i}>{text}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

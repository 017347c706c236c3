import { Money } from './money';
import type { MoneyPart } from './money-parts';

const looks: Record<MoneyPart['kind'], { name: string; colour: string }> = {
  captured: { name: 'Captured', colour: 'fill-positive' },
  hold_asked: { name: 'Being captured or voided', colour: 'fill-accent/50' },
  remaining: { name: 'Remaining', colour: 'fill-accent' },
  voided: { name: 'Voided', colour: 'fill-line-strong' },
  expired: { name: 'Expired', colour: 'fill-caution' },
  kept: { name: 'Kept', colour: 'fill-positive' },
  refund_asked: { name: 'Being refunded', colour: 'fill-accent/50' },
  refunded: { name: 'Refunded', colour: 'fill-line-strong' },
  disputed: { name: 'Chargeback open', colour: 'fill-caution' },
  lost: { name: 'Charged back', colour: 'fill-negative' },
};

const gap = 0.6;

/** What an authorised or captured amount has become, as one bar with its legend. Its text says the same, so the picture is decoration. */
export function MoneyBar({ parts, currency }: { parts: readonly MoneyPart[]; currency: string }) {
  const shown = parts.filter(({ amount }) => amount > 0);
  const total = shown.reduce((sum, { amount }) => sum + amount, 0);
  if (!total) return null;
  const space = 100 - gap * (shown.length - 1);
  const widths = shown.map(({ amount }) => (space * amount) / total);
  return (
    <div>
      <svg
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        height="12"
        aria-hidden="true"
        className="w-full overflow-hidden rounded-full"
      >
        {shown.map(({ kind }, i) => (
          <rect
            key={kind}
            x={widths.slice(0, i).reduce((sum, width) => sum + width + gap, 0)}
            width={widths[i]}
            height="4"
            className={looks[kind].colour}
          />
        ))}
      </svg>
      <ul className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
        {shown.map(({ kind, amount }) => (
          <li key={kind} className="flex items-center gap-2">
            <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true" className="shrink-0">
              <rect width="10" height="10" rx="3" className={looks[kind].colour} />
            </svg>
            <span className="text-ink-soft">{looks[kind].name}</span>
            <Money amount={amount} currency={currency} className="font-medium" />
          </li>
        ))}
      </ul>
    </div>
  );
}

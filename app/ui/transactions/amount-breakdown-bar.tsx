import { Money } from '../content/money';
import type { AmountPart } from './amount-breakdown';

const partStyles: Record<AmountPart['kind'], { name: string; fillClass: string }> = {
  captured: { name: 'Captured', fillClass: 'fill-positive' },
  hold_pending: { name: 'Capture or void pending', fillClass: 'fill-accent/50' },
  remaining: { name: 'Remaining', fillClass: 'fill-accent' },
  voided: { name: 'Voided', fillClass: 'fill-line-strong' },
  released: { name: 'Released', fillClass: 'fill-line-strong' },
  expired: { name: 'Expired', fillClass: 'fill-caution' },
  kept: { name: 'Kept', fillClass: 'fill-positive' },
  refund_pending: { name: 'Refund pending', fillClass: 'fill-accent/50' },
  refunded: { name: 'Refunded', fillClass: 'fill-line-strong' },
  disputed: { name: 'Chargeback open', fillClass: 'fill-caution' },
  lost: { name: 'Charged back', fillClass: 'fill-negative' },
};

const gap = 0.6;

/**
 * The breakdown of an authorized or captured amount as a bar with a legend. The text says the same, so the
 * bar is decorative.
 */
export function AmountBreakdownBar({ parts, currency }: { parts: readonly AmountPart[]; currency: string }) {
  const visibleParts = parts.filter(({ amount }) => amount > 0);
  const total = visibleParts.reduce((sum, { amount }) => sum + amount, 0);
  if (!total) return null;
  const availableWidth = 100 - gap * (visibleParts.length - 1);
  const widths = visibleParts.map(({ amount }) => (availableWidth * amount) / total);
  return (
    <div>
      <svg
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        height="12"
        aria-hidden="true"
        className="w-full overflow-hidden rounded-full"
      >
        {visibleParts.map(({ kind }, i) => (
          <rect
            key={kind}
            x={widths.slice(0, i).reduce((sum, width) => sum + width + gap, 0)}
            width={widths[i]}
            height="4"
            className={partStyles[kind].fillClass}
          />
        ))}
      </svg>
      <ul className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-sm">
        {visibleParts.map(({ kind, amount }) => (
          <li key={kind} className="flex items-center gap-2">
            <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true" className="shrink-0">
              <rect width="10" height="10" rx="3" className={partStyles[kind].fillClass} />
            </svg>
            <span className="text-ink-soft">{partStyles[kind].name}</span>
            <Money amount={amount} currency={currency} className="font-medium" />
          </li>
        ))}
      </ul>
    </div>
  );
}

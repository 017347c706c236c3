import { Money } from './money';

export type MoneyPart = { name: string; amount: number; tone: keyof typeof tones };

const tones = { captured: 'fill-positive', remaining: 'fill-accent', voided: 'fill-line-strong', expired: 'fill-caution', lost: 'fill-negative', disputed: 'fill-caution', asked: 'fill-accent/50' };

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
      <svg viewBox="0 0 100 4" preserveAspectRatio="none" height="12" aria-hidden="true" className="w-full overflow-hidden rounded-full">
        {shown.map(({ name, tone }, i) => (
          <rect
            key={name}
            x={widths.slice(0, i).reduce((sum, width) => sum + width + gap, 0)}
            width={widths[i]}
            height="4"
            className={tones[tone]}
          />
        ))}
      </svg>
      <ul className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
        {shown.map(({ name, amount, tone }) => (
          <li key={name} className="flex items-center gap-2">
            <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true" className="shrink-0">
              <rect width="10" height="10" rx="3" className={tones[tone]} />
            </svg>
            <span className="text-ink-soft">{name}</span>
            <Money amount={amount} currency={currency} className="font-medium" />
          </li>
        ))}
      </ul>
    </div>
  );
}

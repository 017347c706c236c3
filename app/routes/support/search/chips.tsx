import clsx from 'clsx';
import type { Chip } from './understood';

/** How the search took what was typed, so that nobody wonders at what it found. */
export function Chips({ chips }: { chips: readonly Chip[] }) {
  if (!chips.length) return null;
  return (
    <section aria-labelledby="understood" className="mb-8">
      <h2 id="understood" className="mb-2 text-sm font-medium text-ink-soft">
        Understood as
      </h2>
      <ul className="flex flex-wrap gap-2">
        {chips.map(({ what, text, otherwise, isLeftOut }) => (
          <li
            key={`${what} ${text}`}
            className={clsx(
              'max-w-full rounded-lg border px-3 py-1.5 text-sm',
              isLeftOut ? 'border-caution bg-caution-soft' : 'border-line-strong bg-surface',
            )}
          >
            <span className="text-ink-soft">{what}: </span>
            <span className="font-medium break-words">{text}</span>
            {otherwise && <span className="block text-ink-soft">{otherwise}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

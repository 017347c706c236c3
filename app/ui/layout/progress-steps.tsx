import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

type Step = { title: string; done: boolean; text: ReactNode };

/** Steps that are checked off by what has happened. A completed step hides its text. */
export function ProgressSteps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="space-y-5">
      {steps.map(({ title, done, text }, i) => (
        <li key={title} className="flex gap-4">
          {done ? (
            <span className="grid size-8 shrink-0 place-items-center rounded-full bg-positive-soft text-positive">
              <Check size={18} aria-hidden="true" />
            </span>
          ) : (
            <span
              aria-hidden="true"
              className="grid size-8 shrink-0 place-items-center rounded-full border border-line-strong text-sm font-semibold tabular-nums"
            >
              {i + 1}
            </span>
          )}
          <div className="min-w-0 pt-1">
            <p className={done ? 'text-ink-soft' : 'font-semibold'}>
              {title}
              {done && <span className="sr-only">: done</span>}
            </p>
            {!done && <div className="mt-0.5 text-ink-soft">{text}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}

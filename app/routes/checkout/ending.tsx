import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

const tones = { positive: 'bg-positive-soft text-positive', caution: 'bg-caution-soft text-caution', neutral: 'bg-sunken text-ink-soft' };

type Props = { icon: LucideIcon; tone: keyof typeof tones; title: string; action?: ReactNode; children: ReactNode };

/** A checkout page without a form: what happened, whether money moved, and the one way on. */
export function Ending({ icon: Icon, tone, title, action, children }: Props) {
  return (
    <div className="mx-auto max-w-md rounded-xl border border-line bg-surface p-6 shadow-card sm:p-8">
      <span className={`mb-4 grid size-12 place-items-center rounded-full ${tones[tone]}`}>
        <Icon size={24} aria-hidden="true" />
      </span>
      <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
      <div className="mt-2 space-y-2 text-ink-soft">{children}</div>
      {action && <div className="mt-6">{action}</div>}
    </div>
  );
}

import {
  CircleAlert,
  CircleCheck,
  CircleX,
  Clock,
  Landmark,
  Link2Off,
  SearchX,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { usePageLocale } from '../page-locale';
import { getResultTitle, type ResultPageName } from './result-title';

const tones = {
  positive: 'bg-positive-soft text-positive',
  caution: 'bg-caution-soft text-caution',
  neutral: 'bg-sunken text-ink-soft',
};

export const resultStyles: Record<ResultPageName, { icon: LucideIcon; tone: keyof typeof tones }> = {
  remove_card: { icon: Trash2, tone: 'neutral' },
  paying: { icon: Clock, tone: 'caution' },
  authenticate: { icon: Landmark, tone: 'caution' },
  paid: { icon: CircleCheck, tone: 'positive' },
  refunded: { icon: CircleCheck, tone: 'neutral' },
  released: { icon: CircleX, tone: 'neutral' },
  expired: { icon: Clock, tone: 'neutral' },
  link_in_progress: { icon: Clock, tone: 'caution' },
  link_completed: { icon: Link2Off, tone: 'neutral' },
  link_reversed: { icon: Link2Off, tone: 'neutral' },
  link_paid: { icon: CircleCheck, tone: 'neutral' },
  blocked: { icon: CircleX, tone: 'neutral' },
  cancelled: { icon: CircleX, tone: 'neutral' },
  save_authenticate: { icon: Landmark, tone: 'caution' },
  save_checking: { icon: Clock, tone: 'caution' },
  saved: { icon: CircleCheck, tone: 'positive' },
  save_expired: { icon: Clock, tone: 'neutral' },
  save_failed: { icon: CircleX, tone: 'neutral' },
  save_cancelled: { icon: CircleX, tone: 'neutral' },
  save_removed: { icon: CircleX, tone: 'neutral' },
  failed: { icon: CircleAlert, tone: 'caution' },
  unknown: { icon: SearchX, tone: 'neutral' },
};

type ResultProps = { action?: ReactNode; children: ReactNode };

/** A checkout page without a form: what happened, whether money moved, and the next step. */
export function CheckoutResult({ page, ...rest }: ResultProps & { page: ResultPageName }) {
  const { language } = usePageLocale();
  return <ResultCard {...resultStyles[page]} title={getResultTitle(language, page)} {...rest} />;
}

export function ResultCard({
  icon: Icon,
  tone,
  title,
  action,
  children,
}: ResultProps & { icon: LucideIcon; tone: keyof typeof tones; title: string }) {
  return (
    <div className="mx-auto max-w-md rounded-xl border border-line bg-surface p-6 shadow-card sm:p-8">
      <span className={`mb-4 grid size-12 place-items-center rounded-full ${tones[tone]}`}>
        <Icon size={24} aria-hidden="true" />
      </span>
      <h1 className="text-2xl font-semibold tracking-tight wrap-anywhere">{title}</h1>
      <div className="mt-2 space-y-2 text-ink-soft">{children}</div>
      {action && <div className="mt-6">{action}</div>}
    </div>
  );
}

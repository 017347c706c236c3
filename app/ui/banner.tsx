import clsx from 'clsx';
import { CircleAlert, CircleCheck, FlaskConical, IdCard, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Environment } from '~/platform/environment';
import { useRootData } from './brand';

const tones = {
  info: { look: 'bg-accent-soft text-ink', icon: Info, iconLook: 'text-accent' },
  positive: { look: 'bg-positive-soft text-ink', icon: CircleCheck, iconLook: 'text-positive' },
  caution: { look: 'bg-caution-soft text-ink', icon: TriangleAlert, iconLook: 'text-caution' },
  negative: { look: 'bg-negative-soft text-ink', icon: CircleAlert, iconLook: 'text-negative' },
};

/** Something to know about the page below it. `live` reads it out, for news that an action brought. */
export function Banner({
  tone = 'info',
  title,
  live,
  children,
}: {
  tone?: keyof typeof tones;
  title?: ReactNode;
  live?: boolean;
  children?: ReactNode;
}) {
  const { look, icon: Icon, iconLook } = tones[tone];
  return (
    <div role={live ? 'status' : undefined} className={clsx('flex gap-3 rounded-lg p-4', look)}>
      <Icon size={20} aria-hidden="true" className={clsx('mt-0.5 shrink-0', iconLook)} />
      <div className="min-w-0 space-y-1">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div>{children}</div>}
      </div>
    </div>
  );
}

const english = {
  environment: 'Environment',
  testEnvironment: 'Test environment.',
  simulatedLive: 'Simulated live environment.',
  noRealMoney: 'No real money moves.',
};

/** Stands above every page where no real money moves: those of the test environment, and of a live one that is simulated. */
export function EnvironmentBand({
  environment,
  words = english,
}: {
  environment: Environment;
  words?: typeof english;
}) {
  const simulated = useRootData()?.simulatedLive;
  if (environment === 'live' && !simulated) return null;
  return (
    <div
      role="region"
      aria-label={words.environment}
      className="border-b border-line bg-caution-soft text-sm text-caution"
    >
      <p className="flex items-center justify-center gap-2 px-4 py-2 text-center">
        <FlaskConical size={16} aria-hidden="true" className="shrink-0" />
        <span>
          <strong className="font-semibold">
            {environment === 'live' ? words.simulatedLive : words.testEnvironment}
          </strong>{' '}
          {words.noRealMoney}
        </span>
      </p>
    </div>
  );
}

/** Stands above every page of the staff, who see what merchants do not. */
export function StaffBand() {
  return (
    <div role="region" aria-label="Area" className="bg-ink text-sm text-paper">
      <p className="flex items-center justify-center gap-2 px-4 py-2 text-center">
        <IdCard size={16} aria-hidden="true" className="shrink-0" />
        <strong className="font-semibold">Staff</strong>
      </p>
    </div>
  );
}

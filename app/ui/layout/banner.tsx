import clsx from 'clsx';
import { CircleAlert, CircleCheck, FlaskConical, IdCard, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Environment } from '~/platform/environment';
import { useRootData } from './brand';

const tones = {
  info: { boxClass: 'bg-accent-soft text-ink', icon: Info, iconClass: 'text-accent' },
  positive: { boxClass: 'bg-positive-soft text-ink', icon: CircleCheck, iconClass: 'text-positive' },
  caution: { boxClass: 'bg-caution-soft text-ink', icon: TriangleAlert, iconClass: 'text-caution' },
  negative: { boxClass: 'bg-negative-soft text-ink', icon: CircleAlert, iconClass: 'text-negative' },
};

export type BannerTone = keyof typeof tones;

export function ToneIcon({ tone }: { tone: BannerTone }) {
  const { icon: Icon, iconClass } = tones[tone];
  return <Icon size={20} aria-hidden="true" className={clsx('mt-0.5 shrink-0', iconClass)} />;
}

/** A message about the page below. `announced` reads it aloud, for the result of an action. */
export function Banner({
  tone = 'info',
  title,
  announced,
  children,
}: {
  tone?: BannerTone;
  title?: ReactNode;
  announced?: boolean;
  children?: ReactNode;
}) {
  return (
    <div
      role={announced ? 'status' : undefined}
      className={clsx('flex gap-3 rounded-lg p-4', tones[tone].boxClass)}
    >
      <ToneIcon tone={tone} />
      <div className="min-w-0 space-y-1">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div>{children}</div>}
      </div>
    </div>
  );
}

const englishMessages = {
  environment: 'Environment',
  testEnvironment: 'Test environment.',
  simulatedLive: 'Simulated live environment.',
  noRealMoney: 'No real money moves.',
};

/** Above every page without real money: the test environment, and a simulated live one. */
export function EnvironmentBanner({
  environment,
  messages = englishMessages,
}: {
  environment: Environment;
  messages?: typeof englishMessages;
}) {
  const isSimulatedLive = useRootData()?.simulatedLive;
  if (environment === 'live' && !isSimulatedLive) return null;
  return (
    <div
      role="region"
      aria-label={messages.environment}
      className="border-b border-line bg-caution-soft text-sm text-caution"
    >
      <p className="flex items-center justify-center gap-2 px-4 py-2 text-center">
        <FlaskConical size={16} aria-hidden="true" className="shrink-0" />
        <span>
          <strong className="font-semibold">
            {environment === 'live' ? messages.simulatedLive : messages.testEnvironment}
          </strong>{' '}
          {messages.noRealMoney}
        </span>
      </p>
    </div>
  );
}

/** Above every staff page, because staff see more than merchants. */
export function StaffBanner() {
  return (
    <div role="region" aria-label="Area" className="bg-ink text-sm text-paper">
      <p className="flex items-center justify-center gap-2 px-4 py-2 text-center">
        <IdCard size={16} aria-hidden="true" className="shrink-0" />
        <strong className="font-semibold">Staff</strong>
      </p>
    </div>
  );
}

import { Form } from '@remix-run/react';
import { Eye } from 'lucide-react';
import { useEffect } from 'react';
import type { ActiveSupportSession } from '../layout/brand';
import { getButtonClass } from '../forms/button';
import { formatShortTime } from '../content/time-format';

/** Stands above every page that staff see through a merchant's eyes, and stays there while one scrolls. */
export function SupportSessionBanner({
  merchant,
  endsAt,
  secondsLeft,
  timeZone,
  ownPortal,
}: ActiveSupportSession) {
  useEffect(() => {
    // What was seen does not stay on the screen when the time is over.
    const timer = setTimeout(() => window.location.reload(), (secondsLeft + 1) * 1000);
    return () => clearTimeout(timer);
  }, [secondsLeft]);
  return (
    <div role="region" aria-label="Looking through a merchant’s eyes" className="support-session-band">
      <p role="status" className="flex min-w-0 items-center gap-2">
        <Eye size={18} aria-hidden="true" className="shrink-0" />
        <span className="min-w-0 wrap-anywhere">
          <strong className="font-semibold">You are looking through {merchant}’s eyes.</strong> Read-only,
          ends at <EndTime endsAt={endsAt} timeZone={timeZone} />.
          {ownPortal && ' Your own login to the portal comes back then.'}
        </span>
      </p>
      <EndSupportSessionForm className="min-h-9 rounded-md border border-current px-3 font-medium whitespace-nowrap" />
    </div>
  );
}

/** Stands on the staff's own pages meanwhile: that the support session goes on, and the ways back to it and out of it. */
export function SupportSessionReminder({ merchant, endsAt, timeZone }: ActiveSupportSession) {
  const linkClass = 'inline-flex min-h-9 items-center underline underline-offset-4';
  return (
    <div role="region" aria-label="Your support session" className="support-session-reminder">
      <p className="flex min-w-0 items-center gap-2">
        <Eye size={16} aria-hidden="true" className="shrink-0" />
        <span className="min-w-0 wrap-anywhere">
          You are looking at <strong className="font-semibold">{merchant}</strong> until{' '}
          <EndTime endsAt={endsAt} timeZone={timeZone} />.
        </span>
      </p>
      <a href="/" className={linkClass}>
        Back to it
      </a>
      <EndSupportSessionForm className={linkClass}>End it</EndSupportSessionForm>
    </div>
  );
}

function EndTime({ endsAt, timeZone }: Pick<ActiveSupportSession, 'endsAt' | 'timeZone'>) {
  return (
    <time dateTime={endsAt} className="whitespace-nowrap tabular-nums">
      {formatShortTime(new Date(endsAt), timeZone)}
    </time>
  );
}

/** The way out of a support session. */
export function EndSupportSessionForm({
  className = getButtonClass({ variant: 'secondary' }),
  children = 'End now',
}: {
  className?: string;
  children?: string;
}) {
  return (
    <Form method="post" action="/support/look/end" reloadDocument>
      <button type="submit" className={className}>
        {children}
      </button>
    </Form>
  );
}

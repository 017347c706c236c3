import { Form } from '@remix-run/react';
import { Eye } from 'lucide-react';
import { useEffect } from 'react';
import type { SupportSessionSummary } from '../layout/brand';
import { getButtonClass } from '../forms/button';
import { formatShortTime } from '../content/time-format';

/** The banner above every page of a support session. It stays visible while scrolling. */
export function SupportSessionBanner({
  merchant,
  endsAt,
  secondsLeft,
  timeZone,
  ownPortal,
}: SupportSessionSummary) {
  useEffect(() => {
    // When the time is over, the page disappears from the screen.
    const timer = setTimeout(() => window.location.reload(), (secondsLeft + 1) * 1000);
    return () => clearTimeout(timer);
  }, [secondsLeft]);
  return (
    <div role="region" aria-label="Support session" className="support-session-band">
      <p role="status" className="flex min-w-0 items-center gap-2">
        <Eye size={18} aria-hidden="true" className="shrink-0" />
        <span className="min-w-0 wrap-anywhere">
          <strong className="font-semibold">You’re viewing the account of {merchant}.</strong> Read-only. Ends
          at <EndTime endsAt={endsAt} timeZone={timeZone} />.
          {ownPortal && ' Your own portal login resumes after that.'}
        </span>
      </p>
      <EndSupportSessionForm className="min-h-9 rounded-md border border-current px-3 font-medium whitespace-nowrap" />
    </div>
  );
}

/** On staff pages during a support session: the links back to it and to end it. */
export function SupportSessionReminder({ merchant, endsAt, timeZone }: SupportSessionSummary) {
  const linkClass = 'inline-flex min-h-9 items-center underline underline-offset-4';
  return (
    <div role="region" aria-label="Your support session" className="support-session-reminder">
      <p className="flex min-w-0 items-center gap-2">
        <Eye size={16} aria-hidden="true" className="shrink-0" />
        <span className="min-w-0 wrap-anywhere">
          Support session with <strong className="font-semibold">{merchant}</strong> until{' '}
          <EndTime endsAt={endsAt} timeZone={timeZone} />.
        </span>
      </p>
      <a href="/" className={linkClass}>
        Return to session
      </a>
      <EndSupportSessionForm className={linkClass}>End session</EndSupportSessionForm>
    </div>
  );
}

function EndTime({ endsAt, timeZone }: Pick<SupportSessionSummary, 'endsAt' | 'timeZone'>) {
  return (
    <time dateTime={endsAt} className="whitespace-nowrap tabular-nums">
      {formatShortTime(new Date(endsAt), timeZone)}
    </time>
  );
}

/** Ends a support session. */
export function EndSupportSessionForm({
  className = getButtonClass({ variant: 'secondary' }),
  children = 'End now',
}: {
  className?: string;
  children?: string;
}) {
  return (
    <Form method="post" action="/support/session/end" reloadDocument>
      <button type="submit" className={className}>
        {children}
      </button>
    </Form>
  );
}

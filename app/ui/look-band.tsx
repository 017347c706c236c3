import { Form } from '@remix-run/react';
import { Eye } from 'lucide-react';
import { useEffect } from 'react';
import type { LookShown } from './brand';
import { buttonLook } from './button';
import { formatMinute } from './time-format';

/** Stands above every page that staff see through a merchant's eyes, and stays there while one scrolls. */
export function LookBand({ merchant, endsAt, secondsLeft, timeZone, ownPortal }: LookShown) {
  useEffect(() => {
    // What was seen does not stay on the screen when the time is over.
    const timer = setTimeout(() => window.location.reload(), (secondsLeft + 1) * 1000);
    return () => clearTimeout(timer);
  }, [secondsLeft]);
  return (
    <div role="region" aria-label="Looking through a merchant’s eyes" className="look-band">
      <p role="status" className="flex min-w-0 items-center gap-2">
        <Eye size={18} aria-hidden="true" className="shrink-0" />
        <span className="min-w-0 wrap-anywhere">
          <strong className="font-semibold">You are looking through {merchant}’s eyes.</strong> Read-only,
          ends at <Minute endsAt={endsAt} timeZone={timeZone} />.
          {ownPortal && ' Your own login to the portal comes back then.'}
        </span>
      </p>
      <EndLook className="min-h-9 rounded-md border border-current px-3 font-medium whitespace-nowrap" />
    </div>
  );
}

/** Stands on the staff's own pages meanwhile: that the look goes on, and the ways back to it and out of it. */
export function LookReminder({ merchant, endsAt, timeZone }: LookShown) {
  const look = 'inline-flex min-h-9 items-center underline underline-offset-4';
  return (
    <div role="region" aria-label="Your look" className="look-reminder">
      <p className="flex min-w-0 items-center gap-2">
        <Eye size={16} aria-hidden="true" className="shrink-0" />
        <span className="min-w-0 wrap-anywhere">
          You are looking at <strong className="font-semibold">{merchant}</strong> until{' '}
          <Minute endsAt={endsAt} timeZone={timeZone} />.
        </span>
      </p>
      <a href="/" className={look}>
        Back to it
      </a>
      <EndLook className={look}>End it</EndLook>
    </div>
  );
}

function Minute({ endsAt, timeZone }: Pick<LookShown, 'endsAt' | 'timeZone'>) {
  return (
    <time dateTime={endsAt} className="whitespace-nowrap tabular-nums">
      {formatMinute(new Date(endsAt), timeZone)}
    </time>
  );
}

/** The way out of a look. */
export function EndLook({
  className = buttonLook({ variant: 'secondary' }),
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

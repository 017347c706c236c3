import { useEffect, useState } from 'react';
import { AuthLayout } from '~/ui/layout/auth-layout';
import { Banner } from '~/ui/layout/banner';
import { useHydrated } from '~/ui/forms/use-hydrated';
import { TextLink } from '~/ui/content/text-link';
import { DocumentForm } from './document-form';
import { formatWait } from './wait-duration';

const none: string[] = [];

type Props = {
  email: string;
  waitSeconds: number;
  again: boolean;
  mailbox: boolean;
  validFor: string;
  back: { to: string; text: string };
};

/** "Check your email": the address, the link's lifetime, and what to do when it doesn't arrive. */
export function EmailSent({ email, waitSeconds, again, mailbox, validFor, back }: Props) {
  return (
    <AuthLayout
      title="Check your email"
      lead={
        <p>
          We sent an email to <strong className="font-semibold wrap-anywhere text-ink">{email}</strong>. Open
          the link in it to continue.
        </p>
      }
      aside={<TextLink to={back.to}>{back.text}</TextLink>}
    >
      <div className="space-y-5">
        {again && (
          <Banner tone="positive" title="Sent again" announced>
            We sent a new email.
          </Banner>
        )}
        {mailbox && (
          <Banner title="This is a demo, so emails stay here">
            <TextLink to="/dev/mailbox" reloadDocument>
              Open the mailbox
            </TextLink>
          </Banner>
        )}
        <p className="text-ink-soft">
          The link works once, for {validFor}, on any device. If you don’t see it within a minute, check your
          spam folder or send it again.
        </p>
        <Resend waitSeconds={waitSeconds} />
      </div>
    </AuthLayout>
  );
}

function Resend({ waitSeconds }: { waitSeconds: number }) {
  const left = useCountdown(waitSeconds);
  const hydrated = useHydrated();
  return (
    <DocumentForm
      fields={none}
      submit="Send it again"
      variant="secondary"
      waiting={hydrated && left > 0}
      after={
        <p className="text-center text-sm text-ink-soft tabular-nums">
          {left > 0 ? `You can send it again in ${formatWait(left)}.` : 'You can send it again now.'}
        </p>
      }
    />
  );
}

function useCountdown(seconds: number): number {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const end = performance.now() + seconds * 1000;
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1000))), 250);
    return () => clearInterval(timer);
  }, [seconds]);
  return left;
}

/** For visitors who haven't requested an email in this browser. */
export function NoPendingEmail({ to, text }: { to: string; text: string }) {
  return (
    <AuthLayout title="Check your email" lead="If you requested an email, its link works on any device.">
      <p>
        Didn’t get an email? <TextLink to={to}>{text}</TextLink>
      </p>
    </AuthLayout>
  );
}

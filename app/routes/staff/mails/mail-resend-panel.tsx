import { Form } from '@remix-run/react';
import type { MailView } from '~/mail/mail-view';
import { TextLink } from '~/ui/content/text-link';
import { Button } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';

type Props = Pick<
  MailView,
  'recipient' | 'status' | 'attempts' | 'originalId' | 'instead' | 'maximumResendsPerDay'
> & {
  hasContent: boolean;
};

/** Sends the email again, or says why it can't be, and what to do instead. */
export function MailResendPanel({ recipient, maximumResendsPerDay, ...mail }: Props) {
  const obstacle = findObstacle(mail);
  return (
    <Panel title="Send again">
      {obstacle ?? (
        <Form method="post" reloadDocument>
          <p className="mb-3">
            The same content goes to <span className="font-medium wrap-anywhere">{recipient}</span>. An email
            can be sent again {maximumResendsPerDay} times in 24 hours, and the audit log records it.
          </p>
          <Button type="submit" variant="secondary">
            Send again
          </Button>
        </Form>
      )}
    </Panel>
  );
}

function findObstacle({
  status,
  attempts,
  originalId,
  instead,
  hasContent,
}: Omit<Props, 'recipient' | 'maximumResendsPerDay'>) {
  if (status === 'queued' && attempts > 0) return null;
  if (status === 'queued' || status === 'sending') return <p>It’s about to be sent.</p>;
  if (originalId)
    return (
      <p>
        This is a resend of another email.{' '}
        <TextLink to={`/staff/mails/${originalId}`}>Open the original</TextLink> to send it again.
      </p>
    );
  if (instead)
    return <p>This email contains a link or code that gives access, so it can’t be sent again. {instead}</p>;
  return hasContent ? null : <p>It can’t be sent again without its content.</p>;
}

import { Form } from '@remix-run/react';
import { getTemplateLabel } from '~/mail/template-labels';
import { Button } from '~/ui/forms/button';
import { Badge } from '~/ui/content/status-badge';
import { Table } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { describeUnsent, getMailStatusLabel } from './mail-status';

type Mail = {
  id: string;
  recipient: string;
  template: string;
  status: string;
  attempts: number;
  lastError: string | null;
  createdAt: Date | string;
  sentAt: Date | string | null;
};

/** Emails with their status. A failed one can be resent. */
export function MailTable({
  path,
  mails,
  captionSuffix = '',
}: {
  path: string;
  mails: readonly Mail[];
  captionSuffix?: string;
}) {
  return (
    <Table
      caption={`Emails, newest first${captionSuffix}`}
      rows={mails}
      rowKey={({ id }) => id}
      columns={[
        {
          title: 'Recipient',
          cell: ({ recipient }) => (
            <span className="break-all @3xl:inline-block @3xl:min-w-52 @4xl:min-w-64">{recipient}</span>
          ),
        },
        {
          title: 'Email',
          cell: ({ id, template }) => (
            <TextLink to={`/staff/mails/${id}`}>{getTemplateLabel(template)}</TextLink>
          ),
        },
        { title: 'Status', cell: ({ status }) => <Badge {...getMailStatusLabel(status)} /> },
        {
          title: 'Attempts',
          align: 'right',
          cell: ({ attempts, lastError }) => <MailAttempts attempts={attempts} lastError={lastError} />,
        },
        { title: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
        { title: 'Sent', cell: (mail) => <SentCell path={path} {...mail} /> },
      ]}
    />
  );
}

/** Only the kind of error: a mail server's message may quote the email. */
function MailAttempts({ attempts, lastError }: Pick<Mail, 'attempts' | 'lastError'>) {
  return (
    <>
      {attempts}
      {lastError && <span className="block text-sm text-ink-soft">{lastError}</span>}
    </>
  );
}

function SentCell({ path, id, recipient, status, attempts, sentAt }: Mail & { path: string }) {
  if (sentAt) return <Time at={sentAt} />;
  if (status !== 'queued' || attempts === 0)
    return <span className="text-ink-soft">{describeUnsent(status)}</span>;
  return (
    <Form method="post" action={path} reloadDocument>
      <Button type="submit" variant="secondary" size="small" name="again" value={id}>
        Send again <span className="sr-only">to {recipient}</span>
      </Button>
    </Form>
  );
}

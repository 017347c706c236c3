import { Form } from '@remix-run/react';
import { mailWords } from '~/mail/template-words';
import { Button } from '~/ui/button';
import { Badge } from '~/ui/status-badge';
import { Table } from '~/ui/table';
import { Time } from '~/ui/time';
import type { Word } from '~/ui/transaction-words';

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

const words: Record<string, Word> = {
  queued: { text: 'Waiting', tone: 'caution' },
  sending: { text: 'Being sent', tone: 'accent' },
  sent: { text: 'Sent', tone: 'positive' },
  refused: { text: 'Refused', tone: 'negative' },
};

export function mailWord(status: string): Word {
  return words[status]!;
}

/** Mails with what became of them. One that has not got through can be tried again. */
export function MailTable({
  path,
  mails,
  captionEnd = '',
}: {
  path: string;
  mails: readonly Mail[];
  captionEnd?: string;
}) {
  return (
    <Table
      caption={`Mails, newest first${captionEnd}`}
      rows={mails}
      rowKey={({ id }) => id}
      columns={[
        {
          title: 'Recipient',
          cell: ({ recipient }) => (
            <span className="break-all @3xl:inline-block @3xl:min-w-52 @4xl:min-w-60">{recipient}</span>
          ),
        },
        { title: 'Mail', cell: ({ template }) => mailWords(template) },
        { title: 'Status', cell: ({ status }) => <Badge {...mailWord(status)} /> },
        {
          title: 'Tries',
          align: 'right',
          cell: ({ attempts, lastError }) => <Tries attempts={attempts} lastError={lastError} />,
        },
        { title: 'Written', cell: ({ createdAt }) => <Time at={createdAt} /> },
        { title: 'Sent', cell: (mail) => <Sent path={path} {...mail} /> },
      ]}
    />
  );
}

/** Of an error its kind: a mail server's own words may quote what the mail said. */
function Tries({ attempts, lastError }: Pick<Mail, 'attempts' | 'lastError'>) {
  return (
    <>
      {attempts}
      {lastError && <span className="block text-sm text-ink-soft">{lastError}</span>}
    </>
  );
}

function Sent({ path, id, recipient, status, attempts, sentAt }: Mail & { path: string }) {
  if (sentAt) return <Time at={sentAt} />;
  if (status !== 'queued' || attempts === 0)
    return <span className="text-ink-soft">{status === 'refused' ? 'Never' : 'Not yet'}</span>;
  return (
    <Form method="post" action={path} reloadDocument>
      <Button type="submit" variant="secondary" size="small" name="again" value={id}>
        Send again <span className="sr-only">to {recipient}</span>
      </Button>
    </Form>
  );
}

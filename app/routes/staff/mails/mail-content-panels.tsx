import { FoldedPanel } from '~/ui/layout/folded-panel';
import { Panel } from '~/ui/layout/panel';
import type { OpenedMail } from './open-mail';

type Props = Pick<OpenedMail, 'id' | 'status' | 'copyRetentionDays' | 'isCopyExpired' | 'isContentHidden'> & {
  content: { subject: string; text: string; isComplete: boolean } | null;
};

/** The email as it was sent, in a frame that runs no scripts and opens no links, and its text version. */
export function MailContentPanels({
  id,
  status,
  copyRetentionDays,
  isCopyExpired,
  isContentHidden,
  content,
}: Props) {
  if (isContentHidden)
    return (
      <Panel title="Content">
        <p className="text-ink-soft">Only admins can read emails about staff access.</p>
      </Panel>
    );
  if (!content)
    return (
      <Panel title="Content">
        <p className="text-ink-soft">
          {status === 'queued' || status === 'sending'
            ? 'The email appears here once it’s sent.'
            : isCopyExpired
              ? `The content was deleted ${copyRetentionDays} days after sending.`
              : 'The content of this email wasn’t stored.'}
        </p>
      </Panel>
    );
  return (
    <>
      <Panel title="As it was sent">
        <p className="text-sm text-ink-soft">
          {content.isComplete
            ? 'The email contains no link or code that gives access. Its links don’t open here.'
            : 'Links and codes that give access were left out before the email was stored.'}{' '}
          The content is deleted {copyRetentionDays} days after sending.
        </p>
        <p className="mt-3 font-medium wrap-anywhere">Subject: {content.subject}</p>
        <iframe
          src={`/staff/mails/${id}/content`}
          title="The email as it was sent"
          sandbox=""
          className="mt-3 h-144 w-full rounded-lg border border-line bg-white"
        />
      </Panel>
      <FoldedPanel title="Text version">
        <pre className="font-mono text-sm whitespace-pre-wrap wrap-anywhere">{content.text}</pre>
      </FoldedPanel>
    </>
  );
}

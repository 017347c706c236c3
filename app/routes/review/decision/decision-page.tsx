import { Form } from '@remix-run/react';
import { useMemo } from 'react';
import type { CaseSummary } from '~/merchants/applications/review/case-summary';
import type { DecisionPreview } from '~/merchants/applications/review/decision-preview';
import { Banner } from '~/ui/layout/banner';
import { Button, ButtonLink } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { getReviewPath } from '../review-path';
import { ActionHeader } from '../reason-form/action-header';
import { MessageField } from '../reason-form/message-field';
import { decisionMessages, type Decision } from './decision-messages';

type Props = {
  assignment: CaseSummary;
  as: Decision;
  preview: DecisionPreview;
  message: string;
  error: string | null;
  isPreviewStale: boolean;
};

/** A preview of what the merchant will see. A changed message is previewed again before it's sent. */
export function DecisionPage({ assignment, as, preview, message, error, isPreviewStale }: Props) {
  const { title, lead, hint, send } = decisionMessages[as];
  const { email, changes, undecided, previewFingerprint } = preview;
  const errors = useMemo(() => (error ? [{ fieldId: 'message', message: error }] : []), [error]);
  const canSend = !error && (as !== 'reject' || message) && (as !== 'changes' || changes.length > 0);
  const isFirstApproval = as === 'approve' && assignment.isFirstOfTwo;
  return (
    <>
      <ActionHeader
        name={assignment.name}
        title={title}
        lead={
          isFirstApproval
            ? 'This is the first of two approvals. The merchant isn’t notified, and another reviewer gives the second one.'
            : lead
        }
      />
      <Form
        method="post"
        action={getReviewPath(assignment.id, `decision?as=${as}`)}
        reloadDocument
        noValidate
        className="space-y-6"
      >
        <input type="hidden" name="version" value={assignment.version} />
        <input type="hidden" name="seen" value={previewFingerprint} />
        <ErrorSummary errors={errors} />
        {isPreviewStale && !error && (
          <Banner tone="info" title="Check the preview again" announced>
            The preview has changed since you last saw it. Send it if it’s correct.
          </Banner>
        )}
        {as === 'changes' && !changes.length && (
          <Banner tone="caution" title="You haven’t requested any changes">
            Go back and mark the items that need changes.
          </Banner>
        )}
        {undecided.length > 0 && (
          <Banner tone="caution" title="Some items aren’t reviewed yet">
            Not reviewed: {undecided.join(', ')}. Go back and review them, or accept all remaining ones.
          </Banner>
        )}
        {!isFirstApproval && (
          <Panel title="Your message">
            <MessageField
              label="Message to the merchant"
              hint={hint}
              optional={as !== 'reject'}
              defaultValue={message}
              error={error ?? undefined}
            />
            <Button type="submit" name="then" value="preview" variant="secondary" className="mt-3">
              {email && canSend ? 'Update preview' : 'Preview what the merchant will see'}
            </Button>
          </Panel>
        )}
        {changes.length > 0 && (
          <Panel title="Reopened items">
            <ul className="list-disc space-y-1 pl-5">
              {changes.map(({ label, reason, link }) => (
                <li key={link}>
                  <span className="font-medium">{label}</span>: {reason}
                </li>
              ))}
            </ul>
          </Panel>
        )}
        {email && canSend && <DecisionEmailPreview email={email} />}
        <div className="flex flex-wrap gap-3">
          {canSend && !undecided.length && (
            <Button type="submit" name="then" value="send">
              {isFirstApproval ? 'Give first approval' : send}
            </Button>
          )}
          <ButtonLink to={getReviewPath(assignment.id)} variant="quiet">
            Back to the application
          </ButtonLink>
        </div>
      </Form>
    </>
  );
}

/** The email as plain text. */
export function DecisionEmailPreview({
  email: { subject, text },
}: {
  email: NonNullable<DecisionPreview['email']>;
}) {
  return (
    <Panel title="What the merchant will see">
      <p className="font-medium">{subject}</p>
      <p className="mt-3 border-t border-line pt-3 whitespace-pre-wrap wrap-anywhere">{text}</p>
    </Panel>
  );
}

import { Form } from '@remix-run/react';
import type { ApplicationHistoryEntry } from '~/merchants/applications/history';
import { Button } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { getReviewPath } from '../review-path';
import { MessageField } from '../reason-form/message-field';
import { ReviewHistory } from './review-history';

/** What colleagues wrote for each other. */
export function InternalNotes({
  applicationId,
  history,
}: {
  applicationId: string;
  history: readonly ApplicationHistoryEntry[];
}) {
  const notes = history.filter(({ internal, message }) => internal && message);
  return (
    <Panel title="Internal notes">
      {notes.length > 0 && <ReviewHistory entries={notes} />}
      <details className={notes.length ? 'mt-3' : ''}>
        <summary className="font-medium text-accent underline underline-offset-4">Add a note</summary>
        {/* With scripts, it leaves the page as it is, so that unsaved item reviews stay. */}
        <Form
          key={history.length}
          method="post"
          action={getReviewPath(applicationId, 'notes')}
          preventScrollReset
          className="mt-3 max-w-3xl space-y-3"
        >
          <MessageField label="Internal note" hint="Only staff can see this." rows={2} required />
          <Button type="submit" variant="secondary">
            Add note
          </Button>
        </Form>
      </details>
    </Panel>
  );
}

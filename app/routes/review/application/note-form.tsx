import { Form } from '@remix-run/react';
import { Button } from '~/ui/forms/button';
import { getReviewPath } from '../review-path';
import { MessageField } from '../reason-form/message-field';

/** With scripts, it leaves the page as it is, so that unsaved item reviews stay. */
export function InternalNoteForm({ applicationId }: { applicationId: string }) {
  return (
    <Form
      method="post"
      action={getReviewPath(applicationId, 'notes')}
      preventScrollReset
      className="mb-6 max-w-3xl space-y-3 border-b border-line pb-6"
    >
      <MessageField label="Internal note" hint="Only staff can see this." rows={2} required />
      <Button type="submit" variant="secondary">
        Add note
      </Button>
    </Form>
  );
}

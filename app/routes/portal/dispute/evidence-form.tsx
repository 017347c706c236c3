import { useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { maximumEvidenceTextLength } from '~/payments/text-limits';
import { Button } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { Form } from '~/ui/forms/form';
import { useUnsavedWarning } from '~/ui/forms/use-unsaved-warning';
import { TextAreaField } from '~/ui/forms/text-area-field';
import { useErrorSummary, type RejectedForm } from '../../forms/rejected-form';
import { Evidence, type EvidenceSlot } from './evidence';

type Props = {
  id: string;
  text: string;
  mark: string;
  rejected: RejectedForm | undefined;
  places: readonly EvidenceSlot[];
};

/**
 * The dispute response, which can be saved as a draft. Files are uploaded separately, and submitting includes
 * those that have arrived.
 */
export function EvidenceForm({ id, text, mark, rejected, places }: Props) {
  const errors = useErrorSummary(rejected, ['text']);
  const navigation = useNavigation();
  const busy = navigation.state !== 'idle';
  const seen = useSeen(rejected?.input.seen ?? mark, {
    busy,
    sending: navigation.formData?.has('text') ?? false,
  });
  const form = useRef<HTMLFormElement>(null);
  const isSending = useRef(false);
  useEffect(() => {
    if (!busy) isSending.current = false;
  }, [busy]);
  useUnsavedWarning(() => {
    const field = form.current?.elements.namedItem('text');
    return !isSending.current && field instanceof HTMLTextAreaElement && field.value.trim() !== text;
  });
  const meanwhile = rejected?.input.meanwhile;
  return (
    <>
      <ErrorSummary errors={errors} />
      <Panel title="Files">
        <Evidence dispute={{ id }} places={places} editable />
      </Panel>
      <Panel title="Response">
        <Form
          ref={form}
          method="post"
          onSubmit={() => {
            isSending.current = true;
          }}
          className="space-y-5"
        >
          {meanwhile !== undefined && (
            <div className="rounded-lg border border-line p-4">
              <p className="mb-2 font-semibold">Your colleague’s draft</p>
              {meanwhile ? (
                <p className="break-words whitespace-pre-wrap">{meanwhile}</p>
              ) : (
                <p className="text-ink-soft">It’s now empty.</p>
              )}
            </div>
          )}
          <input type="hidden" name="seen" value={seen} />
          <TextAreaField
            key={seen}
            name="text"
            label="Your explanation"
            hint="The payer’s bank reads this. Describe what the customer bought, how you delivered it, and what the customer wrote to you. Don’t include card numbers."
            rows={8}
            maxLength={maximumEvidenceTextLength}
            defaultValue={rejected?.input.text ?? text}
            error={rejected?.errors.text}
          />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" name="do" value="review" pending={busy}>
              Continue
            </Button>
            <Button type="submit" name="do" value="save" variant="secondary" pending={busy}>
              Save draft
            </Button>
            <Button type="submit" name="do" value="accept" variant="quiet" pending={busy}>
              Accept chargeback
            </Button>
          </div>
        </Form>
      </Panel>
    </>
  );
}

/**
 * The version of the draft in the field: uploading a file reloads a colleague's newer draft into the page but
 * not into the field.
 */
function useSeen(mark: string, { busy, sending }: { busy: boolean; sending: boolean }): string {
  const [seen, setSeen] = useState(mark);
  const sent = useRef(false);
  useEffect(() => {
    if (sending) sent.current = true;
    if (busy || !sent.current) return;
    sent.current = false;
    setSeen(mark);
  }, [busy, sending, mark]);
  return seen;
}

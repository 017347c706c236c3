import { useLocation } from '@remix-run/react';
import clsx from 'clsx';
import { useEffect, useId, useRef, useState, type DragEvent } from 'react';
import { Button } from '~/ui/forms/button';
import { Form } from '~/ui/forms/form';
import { useHydrated } from '~/ui/forms/use-hydrated';
import { FileInput } from './file-input';
import { SubmittedDocument } from './submitted-document';
import type { DocumentView } from './document-view';
import { removalMessages } from './removal-messages';
import { describeUpload, useUpload } from './use-upload';

type Props = {
  kind: string;
  /** The person it's about. Absent for the business itself. */
  subject?: string;
  label: string;
  why: string;
  /** The newest one in this slot. */
  document: DocumentView | null;
  /** The current one, when the newest is rejected. */
  currentDocument?: DocumentView | null;
  /** Whether it can be uploaded or changed now. */
  editable: boolean;
  /** The target of links. */
  id?: string;
  /** The reviewer's or the checklist's message. */
  error?: string;
};

const progressStyle =
  'block h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent';

/**
 * A document of an application: choose or drop a file, follow the upload and the check, view, replace, or
 * remove it.
 */
export function DocumentField({
  kind,
  subject = '',
  label,
  why,
  document,
  currentDocument = null,
  editable,
  id,
  error,
}: Props) {
  const { state, send, cancel, remove } = useUpload({ kind, subject, document });
  const hydrated = useHydrated();
  const { pathname, search } = useLocation();
  const [dragged, setDragged] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const group = useRef<HTMLDivElement>(null);
  const ids = useId();
  const busy = state.name === 'sending';
  const wasBusy = useRef(busy);
  useEffect(() => {
    if (wasBusy.current === busy) return;
    wasBusy.current = busy;
    // The control that had the focus, choosing a file or Cancel, is gone, and the other one is in its place.
    const { activeElement, body } = window.document;
    if (activeElement === body)
      group.current!.querySelector<HTMLElement>('button, input')!.focus({ preventScroll: true });
  }, [busy]);
  const visibleDocument = state.name === 'checking' ? state.document : document;
  const rejected = visibleDocument?.status === 'rejected';
  const problem = state.name === 'failed' ? state.message : rejected && !busy ? visibleDocument.fault : error;

  const take = (file: File | undefined) => {
    if (file && editable && !busy) void send(file);
  };
  const drop = {
    onDragOver(event: DragEvent) {
      event.preventDefault();
      setDragged(true);
    },
    onDragLeave: () => setDragged(false),
    onDrop(event: DragEvent) {
      event.preventDefault();
      setDragged(false);
      take(event.dataTransfer.files[0]);
    },
  };

  return (
    <div
      ref={group}
      id={id}
      role="group"
      tabIndex={-1}
      aria-labelledby={`${ids}-label`}
      {...(editable && drop)}
      className={clsx(
        'space-y-3 rounded-lg border bg-surface p-4',
        problem ? 'border-2 border-negative' : 'border-line-strong',
        dragged && 'bg-accent-soft',
      )}
    >
      <div>
        <p id={`${ids}-label`} className="font-medium">
          {label}
        </p>
        <p className="text-sm text-ink-soft">{why}</p>
      </div>
      {problem && (
        <p
          id={`${ids}-error`}
          role={state.name === 'failed' ? 'alert' : undefined}
          className="text-sm font-medium text-negative"
        >
          <span className="sr-only">Error: </span>
          {problem}
        </p>
      )}
      {visibleDocument && <SubmittedDocument document={visibleDocument} />}
      {rejected && currentDocument && <SubmittedDocument document={currentDocument} />}
      {busy && (
        <div className="space-y-1">
          <progress
            value={state.percent}
            max={100}
            aria-label={`Uploading ${state.fileName}`}
            className={progressStyle}
          />
          <p className="text-sm break-words text-ink-soft">
            Uploading {state.fileName}: {state.percent}%
          </p>
        </div>
      )}
      <p role="status" className="sr-only">
        {describeUpload(state)}
      </p>
      {editable && (
        <>
          <noscript>
            <p className="text-sm">To upload files, turn on JavaScript in your browser.</p>
          </noscript>
          <div className="flex flex-wrap items-center gap-2">
            {busy ? (
              <Button variant="secondary" size="small" onClick={cancel}>
                Cancel<span className="sr-only"> uploading {label}</span>
              </Button>
            ) : (
              <FileInput
                inputRef={input}
                label={label}
                replaces={visibleDocument !== null}
                describedBy={`${problem ? `${ids}-error ` : ''}${ids}-hint`}
                hydrated={hydrated}
                onChoose={take}
              />
            )}
            {state.name === 'failed' && state.file && (
              <Button size="small" onClick={() => take(state.file)}>
                Try again<span className="sr-only"> to upload {label}</span>
              </Button>
            )}
            {visibleDocument && !busy && (
              <Form
                reloadDocument
                action={`/documents/${visibleDocument.id}/removal`}
                onSubmit={(event) => {
                  event.preventDefault();
                  // On this page, so that uploads in progress and unsaved text stay.
                  if (!window.confirm(getRemovalQuestion(visibleDocument))) return;
                  void remove(visibleDocument.id).then(() => input.current?.focus());
                }}
              >
                <input type="hidden" name="returnTo" value={pathname + search + (id ? `#${id}` : '')} />
                <Button type="submit" variant="quiet" size="small">
                  {rejected && currentDocument ? 'Remove rejected file' : 'Remove'}
                  <span className="sr-only"> {label}</span>
                </Button>
              </Form>
            )}
          </div>
          <p id={`${ids}-hint`} className="text-sm text-ink-soft">
            PDF, JPEG, PNG, or HEIC, up to 10 MB. You can also drop a file here.
          </p>
        </>
      )}
    </div>
  );
}

const getRemovalQuestion = ({ fileName }: DocumentView): string =>
  `${removalMessages.question(fileName)}\n\n${removalMessages.consequence}`;

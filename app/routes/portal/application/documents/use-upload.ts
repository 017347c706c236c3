import { useRevalidator } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { findFileError } from '~/documents/file-types';
import { useFormContextUrl } from '~/ui/forms/form';
import { documentMessages } from '~/routes/documents/document-messages';
import { usePressEnd } from '../answers/use-press-end';
import type { DocumentView } from './document-view';
import { fetchDocument, removeUpload, uploadFile, UploadProblem } from './upload-file';

type State =
  | { name: 'idle'; received?: string }
  | { name: 'sending'; fileName: string; percent: number }
  | { name: 'checking'; document: DocumentView }
  /** `file`: can be retried. */
  | { name: 'failed'; message: string; file?: File };

const pollMs = 1_000;

/** The state of a document's upload, and the available actions. */
export function useUpload({
  kind,
  subject,
  document,
}: {
  kind: string;
  subject: string;
  document: DocumentView | null;
}) {
  const { revalidate } = useRevalidator();
  const noted = useFormContextUrl();
  const pressEnd = usePressEnd();
  const [state, setState] = useState<State>(() => toDocumentState(document));
  const sending = useRef<AbortController>();
  useEffect(() => () => sending.current?.abort(), []);

  const checked = state.name === 'checking' ? state.document.id : null;
  useEffect(() => {
    if (!checked) return;
    const stop = new AbortController();
    const poll = async () => {
      const found = await fetchDocument(checked, stop.signal).catch(() => null);
      await pressEnd();
      if (stop.signal.aborted) return;
      if (!found || found.status === 'checking') return void (timer = setTimeout(() => void poll(), pollMs));
      setState(
        found.status === 'rejected'
          ? { name: 'failed', message: `“${found.fileName}” was rejected. ${found.fault}` }
          : { name: 'idle', received: found.fileName },
      );
      revalidate();
    };
    let timer = setTimeout(() => void poll(), pollMs);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [checked, pressEnd, revalidate]);

  const fail = (error: unknown, file?: File) =>
    setState({
      name: 'failed',
      message: error instanceof UploadProblem ? error.message : 'Something went wrong. Try again.',
      file,
    });

  async function send(file: File): Promise<void> {
    const fault = findFileError({ fileName: file.name, contentType: file.type, sizeBytes: file.size });
    if (fault) return setState({ name: 'failed', message: documentMessages[fault] });
    const { signal } = (sending.current = new AbortController());
    const onProgress = (percent: number) => setState({ name: 'sending', fileName: file.name, percent });
    onProgress(0);
    try {
      setState(toDocumentState(await uploadFile(file, { kind, subject }, { noted, signal, onProgress })));
    } catch (error) {
      if (!signal.aborted) fail(error, file);
    }
  }

  function cancel(): void {
    sending.current?.abort();
    setState(toDocumentState(document));
  }

  async function remove(documentId: string): Promise<void> {
    try {
      await removeUpload(documentId, { noted });
      setState({ name: 'idle' });
      revalidate();
    } catch (error) {
      fail(error);
    }
  }

  return { state, send, cancel, remove };
}

function toDocumentState(document: DocumentView | null): State {
  return document?.status === 'checking' ? { name: 'checking', document } : { name: 'idle' };
}

/** Announcements for screen readers: the progress by quarters, because every percent would be too much. */
export function describeUpload(state: State): string {
  if (state.name === 'sending') return `Uploading ${state.fileName}: ${Math.floor(state.percent / 25) * 25}%`;
  if (state.name === 'checking') return `${state.document.fileName} is uploaded and is being checked`;
  return state.name === 'idle' && state.received ? `${state.received} was received` : '';
}

import type { DocumentSlot } from '~/documents/documents';
import type { UploadForm } from '~/documents/storage';
import type { DocumentView } from './document-view';

/** A failed upload, with a message for the person. */
export class UploadProblem extends Error {}

const noConnection = 'The connection was lost. Check it and try again.';
const waitsMs = [1_000, 3_000];

/** `noted` adds the page's context to a URL. */
type Way = { noted: (address: string) => string };
type UploadObserver = Way & { signal: AbortSignal; onProgress: (percent: number) => void };

/**
 * Uploads a file directly to the storage and reports it.
 * @throws UploadProblem, or the signal's reason when it was canceled
 */
export async function uploadFile(
  file: File,
  slot: Omit<DocumentSlot, 'accountId'>,
  { noted, signal, onProgress }: UploadObserver,
): Promise<DocumentView> {
  const announced = { ...slot, fileName: file.name, contentType: file.type, sizeBytes: String(file.size) };
  const { documentId, upload } = (await ask(noted('/documents'), {
    body: new URLSearchParams(announced),
    signal,
  })) as { documentId: string; upload: UploadForm };
  try {
    await send(file, upload, { signal, onProgress });
  } catch (error) {
    // Its result doesn't matter. If this request is lost, too, the document is deleted later.
    void fetch(noted(`/documents/${documentId}/remove`), {
      method: 'POST',
      body: new URLSearchParams(),
    }).catch(() => {});
    throw error;
  }
  return (await retryRequest(noted(`/documents/${documentId}/finish`), {
    body: new URLSearchParams(),
  })) as DocumentView;
}

/**
 * A document's status.
 * @throws UploadProblem
 */
export async function fetchDocument(documentId: string, signal: AbortSignal): Promise<DocumentView> {
  return (await ask(`/documents/${documentId}`, { signal })) as DocumentView;
}

/**
 * Withdraws a document.
 * @throws UploadProblem
 */
export async function removeUpload(documentId: string, { noted }: Way): Promise<void> {
  await ask(noted(`/documents/${documentId}/remove`), { body: new URLSearchParams() });
}

/**
 * XMLHttpRequest, because fetch doesn't report upload progress. The storage's signed fields contain the
 * account.
 */
function send(
  file: File,
  { url, fields }: UploadForm,
  { signal, onProgress }: Omit<UploadObserver, 'noted'>,
): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  // A bucket ignores fields after the file. The file's name was sent before and may contain characters that
  // forms can't encode.
  form.append('file', file, 'file');
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.upload.onprogress = ({ loaded, total }) => onProgress(Math.floor((loaded / total) * 100));
    request.onload = () =>
      request.status === 204 ? resolve() : reject(new UploadProblem('The upload failed. Try again.'));
    request.onerror = () => reject(new UploadProblem(noConnection));
    request.onabort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', () => request.abort());
    request.open('POST', url);
    request.send(form);
  });
}

/** The file has arrived by now, so a failed connection is retried more often. */
async function retryRequest(path: string, init: RequestInit): Promise<unknown> {
  for (const waitMs of waitsMs) {
    try {
      return await ask(path, init);
    } catch (error) {
      if (!(error instanceof UploadProblem) || error.message !== noConnection) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
  return ask(path, init);
}

async function ask(path: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(path, { method: init.body ? 'POST' : 'GET', ...init }).catch(() => {
    init.signal?.throwIfAborted();
    throw new UploadProblem(noConnection);
  });
  if (response.redirected)
    throw new UploadProblem('You’re logged out. Log in from another tab, then try again here.');
  if (response.status >= 500) throw new UploadProblem(noConnection);
  if (response.ok) return response.status === 204 ? null : response.json();
  const { message } = (await response.json().catch(() => ({}))) as { message?: string };
  throw new UploadProblem(message ?? 'This document no longer exists. Reload the page.');
}

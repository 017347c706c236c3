import { createFairQueue } from '~/platform/concurrency/fair-queue';
import { documentStore } from './document-store';
import { openDocument, type MerchantDocument } from './documents';
import type { FileType } from './file-types';
import { createImageCache } from './image-cache';
import { renderPage, type PageView } from './page-rendering';

export type PageError = 'no_such_page' | 'unreadable' | 'storage_down' | 'too_busy';

/** `signal`: aborted when the reader has left the page. */
export type PageRequest = PageView & { readerId: string; signal: AbortSignal };

/** Each reader's pages are drawn one after the other. */
const runInTurn = createFairQueue({ slots: 2, waitingPerOwner: 20 });

const pageSeconds = 600;
const errorSeconds = 60;

/** In memory, so that the content of documents is on no disk but the storage's. Null: unreadable. */
const cache = createImageCache(32 * 1024 * 1024);

/**
 * Draws a page of a checked document as a WebP, unless it was drawn in the last minutes. The caller checks access and
 * audits it.
 */
export async function renderDocumentPage(
  document: MerchantDocument,
  { readerId, signal, ...view }: PageRequest,
  storage = documentStore,
): Promise<Buffer | PageError> {
  if (!Number.isInteger(view.page) || view.page < 1 || view.page > document.pages) return 'no_such_page';
  const key = `${document.id} ${view.page} ${view.width}`;
  const findCached = () => {
    const image = cache.find(key);
    return image === null ? 'unreadable' : image;
  };

  async function draw(): Promise<Buffer | PageError> {
    if (signal.aborted) return 'too_busy';
    const bytes = await openDocument(document, storage);
    if (bytes === 'storage_down') return bytes;
    const result = await renderPage({ bytes, contentType: document.contentType as FileType }, view);
    const image = Buffer.isBuffer(result) ? result : null;
    cache.keep(key, image, image ? pageSeconds : errorSeconds);
    return image ?? 'unreadable';
  }

  // While the request waited, the page may have been drawn for another one.
  return findCached() ?? runInTurn(readerId, async () => findCached() ?? draw());
}

import { renderDocumentPage, type PageError, type PageRequest } from '~/documents/document-page';
import { openDocument, type MerchantDocument } from '~/documents/documents';
import { buildDownloadName } from '~/documents/file-names';
import type { FileType } from '~/documents/file-types';

/** A document as a download, or an image as a preview in a page. The route checks access first. */
export async function respondWithDocument(
  document: MerchantDocument,
  { preview = false } = {},
): Promise<Response> {
  if (document.status !== 'ready') return rejectRequest('no_such_page');
  const bytes = await openDocument(document);
  if (bytes === 'storage_down') return rejectRequest(bytes);
  const visible = preview && document.contentType.startsWith('image/');
  const name = buildDownloadName(document.fileName, document.contentType as FileType);
  return respondWithFile(bytes, {
    contentType: document.contentType,
    disposition: `${visible ? 'inline' : 'attachment'}; ${nameParameters(name)}`,
  });
}

/** A page of a document as an image, which contains nothing else of the file. The route checks access first. */
export async function respondWithDocumentPage(
  document: MerchantDocument,
  request: PageRequest,
): Promise<Response> {
  if (document.status !== 'ready') return rejectRequest('no_such_page');
  const image = await renderDocumentPage(document, request);
  if (typeof image === 'string') return rejectRequest(image);
  return respondWithFile(image, { contentType: 'image/webp', disposition: 'inline' });
}

const rejections: Record<PageError, [status: number, message: string, retrySeconds?: number]> = {
  no_such_page: [404, 'Not found'],
  unreadable: [422, 'This page can’t be shown. Download the document instead.'],
  too_busy: [503, 'Many pages are waiting. Try again in a moment.', 5],
  storage_down: [503, 'The document isn’t available right now. Try again in a minute.', 60],
};

function rejectRequest(error: PageError): Response {
  const [status, message, retrySeconds] = rejections[error];
  return new Response(message, {
    status,
    headers: retrySeconds ? { 'Retry-After': String(retrySeconds) } : {},
  });
}

/** Its headers keep browsers from running its content or guessing another type (threat T17). */
function respondWithFile(
  bytes: Buffer,
  { contentType, disposition }: { contentType: string; disposition: string },
): Response {
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': contentType,
      'Content-Length': String(bytes.length),
      'Content-Disposition': disposition,
      'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    },
  });
}

/** The file name in ASCII (RFC 6266), and in full for clients that read UTF-8 (RFC 8187). */
function nameParameters(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  const full = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${plain}"; filename*=UTF-8''${full}`;
}

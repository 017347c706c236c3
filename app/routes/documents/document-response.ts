import { openDocument, type MerchantDocument } from '~/documents/documents';
import { buildDownloadName } from '~/documents/file-names';
import type { FileType } from '~/documents/file-types';

/**
 * A document as a download, or an image as a preview in a page. Its headers keep browsers from running its
 * content or guessing another type (threat T17). The route checks access first.
 */
export async function respondWithDocument(
  document: MerchantDocument,
  { preview = false } = {},
): Promise<Response> {
  if (document.status !== 'ready') throw new Response('Not found', { status: 404 });
  const bytes = await openDocument(document);
  if (bytes === 'storage_down')
    return new Response('The document isn’t available right now. Try again in a minute.', {
      status: 503,
      headers: { 'Retry-After': '60' },
    });
  const visible = preview && document.contentType.startsWith('image/');
  const name = buildDownloadName(document.fileName, document.contentType as FileType);
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': document.contentType,
      'Content-Length': String(bytes.length),
      'Content-Disposition': `${visible ? 'inline' : 'attachment'}; ${nameParameters(name)}`,
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

import type { CheckedFile, FileType, ImageError } from './file-types';
import { reencodeImage } from './image-encoding';
import { countPages, type PdfError } from './pdf';

export type ContentError = 'empty' | 'other_type' | 'too_many_pages' | ImageError | PdfError;

/**
 * Verifies a file's type by its content, whatever its name says, and makes it safe to show. Images are
 * decoded and re-encoded in a child process, which removes everything else: locations, thumbnails, comments,
 * and hidden data.
 * A PDF that opens without a password is kept unchanged. It may contain scripts, files, forms, and links, so it's served
 * only as an attachment, under a policy that allows nothing.
 */
export async function checkContent(
  bytes: Buffer,
  declaredType: FileType,
): Promise<CheckedFile | ContentError> {
  if (bytes.length === 0) return 'empty';
  const isPdf = bytes.subarray(0, 5).toString('latin1') === '%PDF-';
  // Many programs save a JPEG with a PNG name. It's harmless after re-encoding.
  if (isPdf !== (declaredType === 'application/pdf')) return 'other_type';
  if (!isPdf) return reencodeImage(bytes);
  if (!isCompletePdf(bytes)) return 'unreadable';
  const pages = await countPages(bytes);
  return typeof pages === 'string' ? pages : { bytes, contentType: declaredType, pages };
}

/**
 * Some bytes, such as an empty line, may follow the end marker, but a truncated file has none. It would open, with some of
 * its pages.
 */
function isCompletePdf(bytes: Buffer): boolean {
  return bytes.subarray(-1024).includes('%%EOF');
}

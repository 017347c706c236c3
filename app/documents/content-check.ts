import type { CheckedFile, FileType, ImageError } from './file-types';
import { reencodeImage } from './image-encoding';

export type ContentError = 'empty' | 'other_type' | 'unreadable' | ImageError;

/**
 * Verifies a file's type by its content, whatever its name says, and makes it safe to show. Images are
 * decoded and re-encoded in a child process, which removes everything else: locations, thumbnails, comments,
 * and hidden data.
 * A PDF is kept unchanged after checking its start and end. Its content isn't analyzed: it may contain
 * scripts, files, forms, and links, and may need a password. It's served only as an attachment, under a
 * policy that allows nothing.
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
  return isCompletePdf(bytes) ? { bytes, contentType: declaredType } : 'unreadable';
}

/** Some bytes, such as an empty line, may follow the end marker, but a truncated file has none. */
function isCompletePdf(bytes: Buffer): boolean {
  return bytes.subarray(-1024).includes('%%EOF');
}

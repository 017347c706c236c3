import { fileTypeFromBuffer } from 'file-type';
import { imageTypes, type CheckedFile, type FileType, type ImageError, type ImageType } from './file-types';
import { reencodeImage } from './image-encoding';

export type ContentError = 'empty' | 'other_type' | 'unreadable' | ImageError;

/**
 * Verifies a file's type by its content, whatever its name says, and makes it safe to show. Images are
 * decoded and re-encoded, which removes everything else: locations, thumbnails, comments, and hidden data.
 * A PDF is kept unchanged after checking its start and end. Its content isn't analyzed: it may contain
 * scripts, files, forms, and links, and may need a password. It's served only as an attachment, under a
 * policy that allows nothing.
 */
export async function checkContent(
  bytes: Buffer,
  declaredType: FileType,
): Promise<CheckedFile | ContentError> {
  if (bytes.length === 0) return 'empty';
  const type = (await fileTypeFromBuffer(bytes))?.mime as string | undefined;
  if (type === 'application/pdf') {
    if (declaredType !== type) return 'other_type';
    return isCompletePdf(bytes) ? { bytes, contentType: type } : 'unreadable';
  }
  // Many programs save a JPEG with a PNG name. It's harmless after re-encoding.
  if (declaredType === 'application/pdf' || !isImage(type)) return 'other_type';
  return reencodeImage(bytes, type);
}

function isImage(type: string | undefined): type is ImageType {
  return (imageTypes as readonly (string | undefined)[]).includes(type);
}

/** Some bytes, such as an empty line, may follow the end marker, but a truncated file has none. */
function isCompletePdf(bytes: Buffer): boolean {
  return bytes.subarray(0, 5).toString('latin1') === '%PDF-' && bytes.subarray(-1024).includes('%%EOF');
}

import { fileTypeFromBuffer } from 'file-type';
import { imageTypes, type CheckedFile, type FileType, type ImageError, type ImageType } from './file-types';
import { reencodeImage } from './image-encoding';

export type ContentError = 'empty' | 'other_type' | 'unreadable' | ImageError;

/**
 * What a file is by its own bytes, whatever its name says, made fit to be shown. Images are decoded and rewritten, which
 * leaves behind all that is no picture: places, thumbnails, comments, and whatever hides behind the last byte.
 *
 * A PDF is kept as it is, once it begins and ends as one. What is inside is not looked at: a PDF may hold scripts, files,
 * forms and links, and may want a password. It is handed out as an attachment only, under a policy that lets it do nothing.
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
  // A JPEG under the name of a PNG is a mistake of many programs, and harms nobody once it is rewritten.
  if (declaredType === 'application/pdf' || !isImage(type)) return 'other_type';
  return reencodeImage(bytes, type);
}

function isImage(type: string | undefined): type is ImageType {
  return (imageTypes as readonly (string | undefined)[]).includes(type);
}

/** The end marker may be followed by a little, such as an empty line, but what is cut off has none. */
function isCompletePdf(bytes: Buffer): boolean {
  return bytes.subarray(0, 5).toString('latin1') === '%PDF-' && bytes.subarray(-1024).includes('%%EOF');
}

import type { DocumentError } from '~/documents/document-check';
import type { UploadRefusal } from '~/documents/uploads';

/** What is wrong with a document and what to do about it, to the person who hands it in. */
export const documentMessages: Record<UploadRefusal | DocumentError | 'closed', string> = {
  type_not_taken: 'Choose a PDF, JPEG, PNG or HEIC file. Other types are not taken.',
  too_large: 'Choose a file of at most 10 MB. A scan in lower resolution is often enough.',
  empty: 'Choose another file: this one is empty.',
  too_many_uploads: 'You have sent very many files. Wait an hour, then try again.',
  closed: 'This document cannot be changed now. Load the page again to see where your application stands.',
  not_arrived: 'The file did not arrive. Try again.',
  other_type: 'What is in this file is not what its name says. Choose a real PDF, JPEG, PNG or HEIC file.',
  unreadable: 'This file cannot be opened. It may be damaged: save or scan it again.',
  too_many_pixels:
    'This picture has too many pixels. Choose one of at most 50 million, or of 25 million if it is HEIC.',
  infected: 'A virus was found in this file, so it was deleted. Choose another file.',
};

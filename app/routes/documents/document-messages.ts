import type { DocumentError } from '~/documents/document-check';
import { maximumPages } from '~/documents/file-types';
import type { UploadRejection } from '~/documents/uploads';

/** What is wrong with a document and what to do about it, for the person who uploads it. */
export const documentMessages: Record<UploadRejection | DocumentError | 'closed', string> = {
  type_not_taken: 'Choose a PDF, JPEG, PNG, or HEIC file. Other file types aren’t supported.',
  too_large: 'Choose a file of up to 10 MB. Try scanning at a lower resolution.',
  empty: 'This file is empty. Choose another one.',
  too_many_uploads: 'You’ve uploaded too many files. Try again in an hour.',
  closed: 'This document can’t be changed now. Reload the page to see your application’s status.',
  not_arrived: 'The upload failed. Try again.',
  other_type: 'This file’s content doesn’t match its type. Choose a valid PDF, JPEG, PNG, or HEIC file.',
  unreadable: 'We can’t open this file. It may be damaged. Save or scan it again.',
  password_required: 'This PDF needs a password. Save a copy without one and upload that.',
  too_many_pages: `This PDF has too many pages. Choose one with at most ${maximumPages}.`,
  too_many_pixels:
    'This image has too many pixels. Choose one with at most 50 megapixels, or 25 megapixels for HEIC.',
  infected: 'We found a virus in this file and deleted it. Choose another file.',
};

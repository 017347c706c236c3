import type { DocumentError } from '~/documents/document-check';
import type { UploadRejection } from '~/documents/uploads';
import { documentMessages } from '~/routes/documents/document-messages';

const headers = { 'Cache-Control': 'no-store' };

/** For the upload script. */
export function reply(body: object): Response {
  return Response.json(body, { headers });
}

export function rejectUpload(fault: UploadRejection | DocumentError | 'closed'): Response {
  return Response.json({ fault, message: documentMessages[fault] }, { status: 422, headers });
}

import type { DocumentError } from '~/documents/document-check';
import type { UploadRefusal } from '~/documents/uploads';
import { documentWords } from '../../document-words';

const headers = { 'Cache-Control': 'no-store' };

/** For the script that uploads. */
export function reply(body: object): Response {
  return Response.json(body, { headers });
}

export function refuse(fault: UploadRefusal | DocumentError | 'closed'): Response {
  return Response.json({ fault, message: documentWords[fault] }, { status: 422, headers });
}

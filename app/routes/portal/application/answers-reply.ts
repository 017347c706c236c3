import type { SaveResult, WriteRefusal } from '~/merchants/applications/answers/answers';
import type { DocumentPlace } from './document-places';
import type { AnswerField } from './fields.server';

/** What a page asks: it depends on what is answered. */
export type Asked = { fields: AnswerField[]; places: DocumentPlace[] };

const headers = { 'Cache-Control': 'no-store' };

/** What is asked now, for a page that saves answer by answer. */
export function replyToAnswers(asked: Asked): Response {
  return Response.json(asked, { headers });
}

/** 409: the application cannot be written any more. */
export function refuseAnswers(refusal: WriteRefusal | 'not_found'): Response {
  return Response.json({ refusal }, { status: refusal === 'not_found' ? 404 : 409, headers });
}

/** The names of answers that were sent and not kept. */
export function unkeptOf(saved: SaveResult): string[] {
  return saved === 'saved' ? [] : saved.unsaved;
}

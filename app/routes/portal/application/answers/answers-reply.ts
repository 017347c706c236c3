import type { SaveResult, WriteRefusal } from '~/merchants/applications/answers/answers';
import type { DocumentSlot } from '../documents/document-slots';
import type { AnswerField } from './fields.server';

/** What a page asks: it depends on what is answered. */
export type RequestedAnswers = { fields: AnswerField[]; places: DocumentSlot[] };

const headers = { 'Cache-Control': 'no-store' };

/** What is asked now, for a page that saves answer by answer. */
export function replyToAnswers(requested: RequestedAnswers): Response {
  return Response.json(requested, { headers });
}

/** 409: the application cannot be written any more. */
export function rejectAnswers(refusal: WriteRefusal | 'not_found'): Response {
  return Response.json({ refusal }, { status: refusal === 'not_found' ? 404 : 409, headers });
}

/** The names of answers that were sent and not kept. */
export function toUnsaved(saved: SaveResult): string[] {
  return saved === 'saved' ? [] : saved.unsaved;
}

import type { SaveResult, WriteRejection } from '~/merchants/applications/answers/answers';
import type { DocumentSlotView } from '../documents/document-slots';
import type { AnswerField } from './fields.server';

/** The page's questions, which depend on the answers. */
export type RequestedAnswers = { fields: AnswerField[]; places: DocumentSlotView[] };

const headers = { 'Cache-Control': 'no-store' };

/** The current questions, for a page that saves single answers. */
export function replyToAnswers(requested: RequestedAnswers): Response {
  return Response.json(requested, { headers });
}

/** 409: the application can't be edited anymore. */
export function rejectAnswers(rejection: WriteRejection | 'not_found'): Response {
  return Response.json({ rejection }, { status: rejection === 'not_found' ? 404 : 409, headers });
}

/** The names of answers that weren't saved. */
export function toUnsaved(saved: SaveResult): string[] {
  return saved === 'saved' ? [] : saved.unsaved;
}

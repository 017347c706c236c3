import type { Saved, WriteRefusal } from '~/merchants/applications/answers';
import type { AnswerField } from './fields.server';

const headers = { 'Cache-Control': 'no-store' };

/** The fields as they are now, for a page that saves answer by answer. 409: the application cannot be written any more. */
export function replyWithFields(fields: AnswerField[]): Response {
  return Response.json({ fields }, { headers });
}

export function refuseAnswers(refusal: WriteRefusal | 'not_found'): Response {
  return Response.json({ refusal }, { status: refusal === 'not_found' ? 404 : 409, headers });
}

/** The names of answers that were sent and not kept. */
export function unkeptOf(saved: Saved): string[] {
  return saved === 'saved' ? [] : saved.unkept;
}

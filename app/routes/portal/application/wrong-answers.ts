import type { AnswerField } from './fields.server';

export type Wrong = Record<string, string[]>;

/** What is wrong with the answers that can be mended here, by name; null when nothing is. */
export function wrongAnswers(fields: readonly AnswerField[]): Wrong | null {
  const wrong = fields
    .filter(({ fault, isOpen }) => fault && isOpen)
    .map(({ name, fault }) => [name, [fault]]);
  return wrong.length ? (Object.fromEntries(wrong) as Wrong) : null;
}

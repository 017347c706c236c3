import type { AnswerField } from './fields.server';

export type InvalidAnswer = Record<string, string[]>;

/** What is wrong with the answers that can be fixed here, by name; null when nothing is. */
export function listInvalidAnswers(fields: readonly AnswerField[]): InvalidAnswer | null {
  const invalid = fields
    .filter(({ fault, isOpen }) => fault && isOpen)
    .map(({ name, fault }) => [name, [fault]]);
  return invalid.length ? (Object.fromEntries(invalid) as InvalidAnswer) : null;
}

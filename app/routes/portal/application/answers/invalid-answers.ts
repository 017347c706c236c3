import type { AnswerField } from './fields.server';

export type InvalidAnswer = Record<string, string[]>;

/** The errors that can be corrected here, by name. Null without errors. */
export function listInvalidAnswers(fields: readonly AnswerField[]): InvalidAnswer | null {
  const invalid = fields
    .filter(({ fault, isOpen }) => fault && isOpen)
    .map(({ name, fault }) => [name, [fault]]);
  return invalid.length ? (Object.fromEntries(invalid) as InvalidAnswer) : null;
}

import type { SealedColumn } from '~/platform/secrets/reencryption.server';
import { seal, unseal } from '~/platform/secrets/secrets.server';
import type { Answers } from '~/merchants/applications/questions/question';
import { allQuestions, personQuestions } from '~/merchants/applications/questions/questions';

const secretNames = new Set(allQuestions.filter(({ secret }) => secret).map(({ name }) => name));

// A person's answers aren't encrypted.
if (personQuestions.some(({ secret }) => secret))
  throw new Error('a secret question about a person would not be sealed');

export function isSecretAnswer(name: string): boolean {
  return secretNames.has(name);
}

/** The stored form of answers: secret ones are encrypted for this application. */
export function sealAnswers(applicationId: string, answers: Answers): Record<string, string> {
  return mapAnswers(answers, (name, value) =>
    value && isSecretAnswer(name) ? seal(purpose(applicationId, name), value) : value,
  );
}

/**
 * Reverses {@link sealAnswers}.
 * @throws when one can't be decrypted: saving it as empty would lose it
 */
export function unsealAnswers(applicationId: string, answers: Answers): Record<string, string> {
  return mapAnswers(answers, (name, value) =>
    value && isSecretAnswer(name) ? unsealAnswer(applicationId, name, value) : value,
  );
}

function unsealAnswer(applicationId: string, name: string, sealed: string): string {
  const unsealed = unseal(purpose(applicationId, name), sealed);
  if (unsealed === null) throw new Error(`the ${name} of ${applicationId} does not open with this key`);
  return unsealed;
}

/** The visible part of a secret answer: its last four characters, and never more than half of it. */
export function maskAnswer(value: string): string {
  const compact = value.replace(/\s/g, '');
  return compact ? `•••• ${compact.slice(compact.length - Math.min(4, compact.length >> 1))}` : '';
}

/** Whether the input is, at least partly, the output of {@link maskAnswer}. */
export function isMaskedAnswer(input: string): boolean {
  return input.includes('•');
}

function mapAnswers(
  answers: Answers,
  change: (name: string, value: string) => string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(answers).map(([name, value]) => [name, change(name, value ?? '')]),
  );
}

function purpose(applicationId: string, name: string): string {
  return `application/${applicationId}/${name}`;
}

/** Each secret answer, current and as submitted. */
export const sealedAnswers: SealedColumn[] = [...secretNames].flatMap((name) => {
  const toJsonPathSql = (column: string, path: string) => ({
    value: `${column} #>> '{${path}}'`,
    assignment: `${column} = jsonb_set(${column}, '{${path}}', to_jsonb($1::text))`,
  });
  return [
    {
      label: 'bank accounts of applications',
      table: 'applications',
      keys: ['id'],
      ...toJsonPathSql('answers', name),
      purpose: (id: string) => purpose(id, name),
    },
    {
      label: 'submitted bank accounts',
      table: 'application_submissions',
      keys: ['application_id', 'round'],
      ...toJsonPathSql('contents', `answers,${name}`),
      purpose: (id: string) => purpose(id, name),
    },
  ];
});

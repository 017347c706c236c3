import type { SealedColumn } from '~/platform/secrets/reencryption.server';
import { seal, unsealOrThrow } from '~/platform/secrets/secrets.server';
import type { Answers, BusinessPerson } from '~/merchants/applications/questions/question';
import { allQuestions } from '~/merchants/applications/questions/questions';

const listNames = (questions: typeof allQuestions) => questions.map(({ name }) => name);
const secretNames = listNames(allQuestions.filter(({ secret }) => secret));
const personalNames = listNames(allQuestions.filter(({ encrypted }) => encrypted));
const sealedNames = [...secretNames, ...personalNames];

export function isSecretAnswer(name: string): boolean {
  return secretNames.includes(name);
}

/** The stored form of answers: secret and personal ones are encrypted for this application. */
export function sealAnswers(applicationId: string, answers: Answers): Record<string, string> {
  return mapAnswers(answers, (name, value) =>
    value && sealedNames.includes(name) ? seal(answerPurpose(applicationId, name), value) : value,
  );
}

/**
 * Reverses {@link sealAnswers}.
 * @throws when one can't be decrypted: saving it as empty would lose it
 */
export function unsealAnswers(applicationId: string, answers: Answers): Record<string, string> {
  return mapAnswers(answers, (name, value) =>
    value && sealedNames.includes(name) ? unsealOrThrow(answerPurpose(applicationId, name), value) : value,
  );
}

/** The stored form of a person's answers: one encrypted text, because all of them are personal data. */
export function sealPerson({ id, answers }: BusinessPerson): string {
  return seal(personPurpose(id), JSON.stringify(answers));
}

/** Reverses {@link sealPerson}, and fails likewise. */
export function unsealPerson(id: string, stored: unknown): BusinessPerson {
  return { id, answers: JSON.parse(unsealOrThrow(personPurpose(id), stored)) as Answers };
}

type Submission = { applicationId: string; round: number };

/** The stored form of the people in a submission. */
export function sealPeople({ applicationId, round }: Submission, people: BusinessPerson[]): string {
  return seal(peoplePurpose(applicationId, round), JSON.stringify(people));
}

/** Reverses {@link sealPeople}, and fails likewise. */
export function unsealPeople({ applicationId, round }: Submission, stored: unknown): BusinessPerson[] {
  return JSON.parse(unsealOrThrow(peoplePurpose(applicationId, round), stored)) as BusinessPerson[];
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

const answerPurpose = (applicationId: string, name: string) => `application/${applicationId}/${name}`;
const personPurpose = (personId: string) => `application-person/${personId}`;
const peoplePurpose = (applicationId: string, round: number | string) =>
  `application/${applicationId}/people/${round}`;

/** An answer, current and as submitted. */
function toAnswerColumns(name: string, label: string): SealedColumn[] {
  const toJsonPathSql = (column: string, path: string) => ({
    value: `${column} #>> '{${path}}'`,
    assignment: `${column} = jsonb_set(${column}, '{${path}}', to_jsonb($1::text))`,
    purpose: (applicationId: string) => answerPurpose(applicationId, name),
  });
  return [
    {
      label: `${label} of applications`,
      table: 'applications',
      keys: ['id'],
      ...toJsonPathSql('answers', name),
    },
    {
      label: `submitted ${label}`,
      table: 'application_submissions',
      keys: ['application_id', 'round'],
      ...toJsonPathSql('contents', `answers,${name}`),
    },
  ];
}

/** Each encrypted answer, current and as submitted. */
export const sealedAnswers: SealedColumn[] = [
  ...secretNames.flatMap((name) => toAnswerColumns(name, 'bank accounts')),
  {
    label: 'people of applications',
    table: 'application_people',
    keys: ['id'],
    value: `answers #>> '{}'`,
    assignment: 'answers = to_jsonb($1::text)',
    purpose: personPurpose,
  },
  {
    label: 'submitted people',
    table: 'application_submissions',
    keys: ['application_id', 'round'],
    value: `contents ->> 'people'`,
    assignment: `contents = jsonb_set(contents, '{people}', to_jsonb($1::text))`,
    purpose: peoplePurpose,
  },
  ...personalNames.flatMap((name) => toAnswerColumns(name, `${name.replaceAll('_', ' ')}s`)),
];

import type { CurrentDocument } from '~/documents/current-documents';
import { countryName } from '~/merchants/applications/questions/country-names';
import {
  findAnswerFault,
  isApplicable,
  resolveText,
  type Answers,
  type RequiredDocument,
  type Question,
  type BusinessPerson,
} from '~/merchants/applications/questions/question';
import {
  allSteps,
  personDocument,
  personQuestions,
  type StepId,
} from '~/merchants/applications/questions/questions';
import { maskAnswer } from './sealed-answers';

/** The contents of an application: current or as submitted. */
export type ApplicationContents = {
  answers: Answers;
  people: BusinessPerson[];
  documents: CurrentDocument[];
};

/**
 * An item that can be missing, reviewed, or reopened: an answer (`legal_name`), the list of people
 * (`people`), a person (`person:per_…`), or a document (`document:bank_statement:`, followed by the person's
 * ID if it's a person's).
 */
export type ReviewItem = {
  key: string;
  step: StepId;
  label: string;
  /** In readable form. Empty without an answer. */
  displayValue: string;
  /** What prevents the submission, as an instruction. */
  fault: string | null;
  optional: boolean;
  /** Where a document belongs. */
  documentSlot?: { kind: string; subject: string; why: string };
  document?: CurrentDocument;
  person?: BusinessPerson;
  /** Of a person: what prevents the submission, by question. */
  answerFaults?: AnswerFault[];
  question?: Question;
};

export type AnswerFault = { questionName: string; text: string };

/** All items that this business has to answer, in the form's order. */
export function listReviewItems(contents: ApplicationContents): ReviewItem[] {
  const { answers } = contents;
  return allSteps.flatMap(({ id, questions, documents }) => [
    ...questions
      .filter((question) => isApplicable(question, answers))
      .map((question) => toAnswerItem(id as StepId, question, answers)),
    ...(id === 'people' ? toPeopleItems(contents) : []),
    ...documents
      .filter((requiredDocument) => isApplicable(requiredDocument, answers))
      .map((requiredDocument) => toDocumentItem(id as StepId, requiredDocument, contents)),
  ]);
}

function toAnswerItem(step: StepId, question: Question, answers: Answers): ReviewItem {
  const value = answers[question.name] ?? '';
  return {
    key: question.name,
    step,
    label: resolveText(question.label, answers),
    displayValue: formatAnswer(question, value, answers),
    fault: findAnswerFault(question, answers),
    optional: Boolean(question.optional),
    question,
  };
}

/** An answer in readable form: an option's text, a country's name, or an amount with its currency. */
export function formatAnswer({ input, secret, format }: Question, value: string, answers: Answers): string {
  if (secret) return maskAnswer(value);
  if (format && value) return format(value, answers);
  if (input.kind === 'country') return countryName(value) ?? value;
  return input.kind === 'choice' ? (input.options.find(([option]) => option === value)?.[1] ?? value) : value;
}

function toPeopleItems(contents: ApplicationContents): ReviewItem[] {
  const { answers, people } = contents;
  const list: ReviewItem = {
    key: 'people',
    step: 'people',
    label: 'All owners and directors',
    displayValue: people.map(formatPersonName).join(', '),
    fault: findPeopleFault(contents),
    optional: false,
  };
  return [
    list,
    ...people.flatMap((person) => {
      const answerFaults = listPersonFaults(person, answers);
      const personItem: ReviewItem = {
        key: `person:${person.id}`,
        step: 'people',
        label: formatPersonName(person),
        displayValue: describePerson(person, answers),
        fault: answerFaults[0]?.text ?? null,
        optional: false,
        person,
        answerFaults,
      };
      return [
        personItem,
        toDocumentItem(
          'people',
          { ...personDocument, label: `${personDocument.label} of ${toPersonReference(person)}` },
          contents,
          person.id,
        ),
      ];
    }),
  ];
}

export function formatPersonName({ answers }: BusinessPerson): string {
  return answers.person_name?.trim() || 'A person without a name';
}

/** Within a sentence. */
function toPersonReference({ answers }: BusinessPerson): string {
  return answers.person_name?.trim() || 'a person without a name';
}

function listPersonFaults(person: BusinessPerson, answers: Answers): AnswerFault[] {
  const combinedAnswers = { ...answers, ...person.answers };
  const reference = toPersonReference(person);
  return personQuestions
    .filter((question) => isApplicable(question, combinedAnswers))
    .flatMap((question) => {
      const fault = findAnswerFault(question, combinedAnswers);
      if (!fault) return [];
      const label = resolveText(question.label, combinedAnswers);
      const isMissing = fault.endsWith(`: ${label}`);
      const text = isMissing
        ? fault.replace(': ', ` for ${reference}: `)
        : `${label} of ${reference}: ${fault}`;
      return [{ questionName: question.name, text }];
    });
}

function describePerson({ answers: own }: BusinessPerson, answers: Answers): string {
  const combinedAnswers = { ...answers, ...own };
  return personQuestions
    .filter(
      (question) =>
        question.name !== 'person_name' &&
        isApplicable(question, combinedAnswers) &&
        combinedAnswers[question.name],
    )
    .map((question) => formatAnswer(question, combinedAnswers[question.name]!, combinedAnswers))
    .join(', ');
}

const shareQuestion = personQuestions.find(({ name }) => name === 'person_share')!;

function findPeopleFault({ answers, people }: ApplicationContents): string | null {
  if (answers.business_form === 'sole_trader')
    return people.length === 1
      ? null
      : people.length
        ? 'List only yourself: a sole proprietor is one person'
        : 'Add yourself';
  if (!people.length) return 'Add the owners and directors';
  const owners = people.filter((person) => isApplicable(shareQuestion, { ...answers, ...person.answers }));
  const shares = sumShares(owners);
  if (shares > 100_00) return `Check the shares: they add up to ${shares / 100}%`;
  const hasDirector = people.some(
    ({ answers }) => answers.person_role === 'director' || answers.person_role === 'both',
  );
  return hasDirector || answers.business_form === 'partnership'
    ? null
    : 'Add a director, or select “Owner and director” as the role of an owner';
}

/** In hundredths of a percent, whose sums are exact. */
export function sumShares(owners: readonly BusinessPerson[]): number {
  return owners.reduce(
    (sum, { answers }) => sum + Math.round(Number(answers.person_share?.replace(',', '.')) * 100 || 0),
    0,
  );
}

function toDocumentItem(
  step: StepId,
  { kind, label, why }: RequiredDocument,
  { documents }: ApplicationContents,
  personId = '',
): ReviewItem {
  const document = documents.find((candidate) => candidate.kind === kind && candidate.subject === personId);
  const fault = !document
    ? `Add: ${label}`
    : document.status === 'ready'
      ? null
      : 'Wait until this document is checked';
  return {
    key: documentKey(kind, personId),
    step,
    label,
    displayValue: document?.fileName ?? '',
    fault,
    optional: false,
    documentSlot: { kind, subject: personId, why },
    document,
  };
}

export function documentKey(kind: string, personId = ''): string {
  return `document:${kind}:${personId}`;
}

/** The page where the merchant edits it, with its field. A person has a separate page. */
export function toReviewItemPath(
  { step, key }: Pick<ReviewItem, 'step' | 'key'>,
  query = '',
  anchor = toReviewItemAnchor(key),
): string {
  const personId = /per_\w+$/.exec(key)?.[0];
  return `/application/${step}${personId ? `/${personId}` : ''}${query}#${anchor}`;
}

export function toReviewItemAnchor(key: string): string {
  return key.replaceAll(':', '-').replace(/-$/, '');
}

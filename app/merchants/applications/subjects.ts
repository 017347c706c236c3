import type { StandingDocument } from '~/documents/standing-documents';
import type { Person } from './applications';
import { countryName } from './country-names';
import { faultOf, isAsked, wordsOf, type Answers, type DocumentWanted, type Question } from './question';
import { allSteps, personDocument, personQuestions, type StepId } from './questions';
import { maskAnswer } from './sealed-answers';

/** What an application says: as it stands now, or as it was handed in. */
export type Contents = { answers: Answers; people: Person[]; documents: StandingDocument[] };

/**
 * One thing that can be missing, be judged, or be reopened: an answer (`legal_name`), the list of people (`people`), a person
 * (`person:per_…`) or a document (`document:bank_statement:`, with the person's id behind it where it is a person's).
 */
export type Subject = {
  key: string;
  step: StepId;
  label: string;
  /** As people read it; empty while there is nothing. */
  shown: string;
  /** What keeps it from being handed in, as words to act on. */
  fault: string | null;
  optional: boolean;
  /** Where a document belongs. */
  place?: { kind: string; subject: string; why: string };
  document?: StandingDocument;
  person?: Person;
  question?: Question;
};

/** Everything that is asked of this business, in the order of the form. */
export function subjectsOf(contents: Contents): Subject[] {
  const { answers } = contents;
  return allSteps.flatMap(({ id, questions, documents }) => [
    ...questions
      .filter((question) => isAsked(question, answers))
      .map((question) => ofAnswer(id as StepId, question, answers)),
    ...(id === 'people' ? ofPeople(contents) : []),
    ...documents
      .filter((wanted) => isAsked(wanted, answers))
      .map((wanted) => ofDocument(id as StepId, wanted, contents)),
  ]);
}

function ofAnswer(step: StepId, question: Question, answers: Answers): Subject {
  const value = answers[question.name] ?? '';
  return {
    key: question.name,
    step,
    label: wordsOf(question.label, answers),
    shown: shownAs(question, value),
    fault: faultOf(question, answers),
    optional: Boolean(question.optional),
    question,
  };
}

/** An answer in words: of a choice the option's text, of a country its name. */
export function shownAs({ input, secret }: Question, value: string): string {
  if (secret) return maskAnswer(value);
  if (input.kind === 'country') return countryName(value) ?? value;
  return input.kind === 'choice' ? (input.options.find(([option]) => option === value)?.[1] ?? value) : value;
}

function ofPeople(contents: Contents): Subject[] {
  const { answers, people } = contents;
  const list: Subject = {
    key: 'people',
    step: 'people',
    label: 'All owners and directors',
    shown: people.map(nameOf).join(', '),
    fault: faultOfList(contents),
    optional: false,
  };
  return [
    list,
    ...people.flatMap((person) => {
      const both = { ...answers, ...person.answers };
      const fault = personQuestions
        .filter((question) => isAsked(question, both))
        .map((question) => faultOf(question, both))
        .find(Boolean);
      const subject: Subject = {
        key: `person:${person.id}`,
        step: 'people',
        label: nameOf(person),
        shown: describePerson(person, answers),
        fault: fault ? `${nameOf(person)}: ${fault}` : null,
        optional: false,
        person,
      };
      return [
        subject,
        ofDocument(
          'people',
          { ...personDocument, label: `${personDocument.label} of ${nameOf(person)}` },
          contents,
          person.id,
        ),
      ];
    }),
  ];
}

export function nameOf({ answers }: Person): string {
  return answers.person_name?.trim() || 'A person without a name';
}

function describePerson({ answers: own }: Person, answers: Answers): string {
  const both = { ...answers, ...own };
  return personQuestions
    .filter((question) => question.name !== 'person_name' && isAsked(question, both) && both[question.name])
    .map((question) =>
      question.name === 'person_share' ? `${both[question.name]} %` : shownAs(question, both[question.name]!),
    )
    .join(', ');
}

const shareQuestion = personQuestions.find(({ name }) => name === 'person_share')!;

function faultOfList({ answers, people }: Contents): string | null {
  if (answers.business_form === 'sole_trader')
    return people.length === 1
      ? null
      : people.length
        ? 'Leave yourself only: a sole trader is one person'
        : 'Add yourself';
  if (!people.length) return 'Add the owners and directors';
  const owners = people.filter((person) => isAsked(shareQuestion, { ...answers, ...person.answers }));
  // In hundredths, of which sums are exact.
  const shares = owners.reduce(
    (sum, { answers }) => sum + Math.round(Number(answers.person_share?.replace(',', '.')) * 100 || 0),
    0,
  );
  if (shares > 100_00) return `Check the shares: together they are ${shares / 100} %`;
  const runsIt = people.some(
    ({ answers }) => answers.person_role === 'director' || answers.person_role === 'both',
  );
  return runsIt || answers.business_form === 'partnership'
    ? null
    : 'Add somebody who may act for the business';
}

function ofDocument(
  step: StepId,
  { kind, label, why }: DocumentWanted,
  { documents }: Contents,
  personId = '',
): Subject {
  const document = documents.find((one) => one.kind === kind && one.subject === personId);
  const fault = !document
    ? `Add: ${label}`
    : document.status === 'ready'
      ? null
      : 'Wait until this document is checked';
  return {
    key: documentKey(kind, personId),
    step,
    label,
    shown: document?.fileName ?? '',
    fault,
    optional: false,
    place: { kind, subject: personId, why },
    document,
  };
}

export function documentKey(kind: string, personId = ''): string {
  return `document:${kind}:${personId}`;
}

/** Where the merchant fills it in: a person on a page of their own. */
export function pathOf({ step, key }: Pick<Subject, 'step' | 'key'>): string {
  const personId = /per_\w+$/.exec(key)?.[0];
  return `/application/${step}${personId ? `/${personId}` : ''}#${anchorOf(key)}`;
}

export function anchorOf(key: string): string {
  return key.replaceAll(':', '-').replace(/-$/, '');
}

import { listCountries } from '~/merchants/applications/questions/country-names';
import { cardNumberMessage } from '~/merchants/applications/questions/answer-validation';
import type { Checklist } from '~/merchants/applications/answers/checklist';
import {
  findAnswerFault,
  isApplicable,
  resolveText,
  type Answers,
  type Question,
} from '~/merchants/applications/questions/question';
import { personQuestions } from '~/merchants/applications/questions/questions';
import { maskAnswer } from '~/merchants/applications/answers/sealed-answers';
import { formatAnswer } from '~/merchants/applications/answers/review-items';
import { currencies, currencyName } from '~/platform/money/currencies';
import { digest } from '~/platform/secrets/secrets.server';

type Option = { value: string; text: string };

/** A question for the page. */
export type AnswerField = {
  name: string;
  label: string;
  hint?: string;
  why: string;
  optional: boolean;
  kind: 'line' | 'text' | 'select' | 'choice';
  options?: Option[];
  inputMode?: 'email' | 'tel' | 'url' | 'decimal';
  autoComplete?: string;
  /** The field's content: for a secret answer, its mask. */
  value: string;
  /** Identifies the value, to notice whether a form changed it: see {@link readAnswers}. */
  mark: string;
  /** The readable value. */
  displayValue: string;
  secret: boolean;
  /** The error in an answer. An empty answer isn't an error yet. */
  fault: string | null;
  /** Whether the submitted answer is the saved one: see `fault`. */
  isKept: boolean;
  isOpen: boolean;
  requestedChange: string | null;
};

type ItemStatus = { isOpen: boolean; requestedChange: string | null };

/** The applicable questions of a step. `unkept`: answers that contain a card number. */
export function listStepFields(
  { items, answers }: Checklist,
  step: string,
  unkept: readonly string[] = [],
): AnswerField[] {
  return items.flatMap((item) =>
    item.question && item.step === step
      ? [
          toField(
            item.question,
            answers,
            { isOpen: item.isOpen, requestedChange: item.requestedChange },
            unkept,
          ),
        ]
      : [],
  );
}

/** The questions about a person. A requested change applies to the person as a whole. */
export function listPersonFields(
  { answers, people, items }: Checklist,
  personId: string,
  unkept: readonly string[] = [],
): AnswerField[] {
  const both = { ...answers, ...people.find(({ id }) => id === personId)?.answers };
  const isOpen = items.some(({ person, isOpen }) => person?.id === personId && isOpen);
  return personQuestions
    .filter((question) => isApplicable(question, both))
    .map((question) => toField(question, both, { isOpen, requestedChange: null }, unkept));
}

function toField(
  question: Question,
  answers: Answers,
  { isOpen, requestedChange }: ItemStatus,
  unkept: readonly string[],
): AnswerField {
  const { name, why, optional = false, secret = false } = question;
  const answer = answers[name] ?? '';
  const value = secret ? maskAnswer(answer) : answer;
  const isKept = !unkept.includes(name);
  const fault = !isKept ? cardNumberMessage : answer ? findAnswerFault(question, answers) : null;
  const texts = {
    label: resolveText(question.label, answers),
    hint: resolveText(question.hint, answers),
    why,
  };
  return {
    name,
    ...texts,
    optional,
    secret,
    ...getControl(question),
    value,
    mark: toFieldMark(value),
    displayValue: formatAnswer(question, answer, answers),
    fault,
    isKept,
    isOpen,
    requestedChange,
  };
}

function getControl({
  input,
  secret,
}: Question): Pick<AnswerField, 'kind' | 'options' | 'inputMode' | 'autoComplete'> {
  if (input.kind === 'choice')
    return { kind: 'choice', options: input.options.map(([value, text]) => ({ value, text })) };
  if (input.kind === 'country')
    return { kind: 'select', options: countryOptions, autoComplete: input.autoComplete };
  if (input.kind === 'currency')
    return { kind: 'select', options: currencyOptions, autoComplete: 'transaction-currency' };
  if (input.kind === 'line')
    return { kind: 'line', inputMode: input.inputMode, autoComplete: secret ? 'off' : input.autoComplete };
  return { kind: input.kind === 'text' ? 'text' : 'line' };
}

const countryOptions: Option[] = [
  { value: '', text: 'Choose a country' },
  ...listCountries().map(({ code, name }) => ({ value: code, text: name })),
];

const currencyOptions: Option[] = [
  { value: '', text: 'Choose a currency' },
  ...currencies.map((code) => ({ value: code, text: `${code} – ${currencyName(code)}` })),
];

/**
 * The answers in a form, without unchanged ones: a browser without scripts sends all fields, and another
 * device may have changed some since.
 */
export function readAnswers(form: FormData): Record<string, string> {
  const input = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(input.filter(([name, value]) => form.get(`${name}.mark`) !== toFieldMark(value)));
}

function toFieldMark(value: string): string {
  return digest(value.trim()).slice(0, 16);
}

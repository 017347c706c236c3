/** What was typed, by the question's name. Of a person, the answers of the business stand beside the person's own. */
export type Answers = Readonly<Record<string, string | undefined>>;

type AnswerDependentText = string | ((answers: Answers) => string);

type QuestionInput =
  | { kind: 'line'; inputMode?: 'email' | 'tel' | 'url' | 'decimal'; autoComplete?: string }
  | { kind: 'text' | 'date' | 'currency' }
  | { kind: 'country'; autoComplete?: string }
  | { kind: 'choice'; options: readonly (readonly [value: string, text: string])[] };

export type Question = {
  name: string;
  label: AnswerDependentText;
  hint?: AnswerDependentText;
  /** Why we ask: stands beside the field. */
  why: string;
  input: QuestionInput;
  /** Without it: always. */
  appliesWhen?: (answers: Answers) => boolean;
  optional?: boolean;
  /** Sealed at once; from then on its last four characters are shown. */
  secret?: boolean;
  /** Asks for a number that a register, a tax office or a bank gave: those of up to 14 digits can look like an old card number. */
  official?: boolean;
  /** What is wrong with an answer that is not empty, as words to act on. */
  fault?: (value: string, answers: Answers) => string | null;
};

export type RequiredDocument = {
  kind: string;
  label: string;
  why: string;
  appliesWhen?: (answers: Answers) => boolean;
};

export function isApplicable(
  { appliesWhen }: { appliesWhen?: (answers: Answers) => boolean },
  answers: Answers,
): boolean {
  return appliesWhen?.(answers) ?? true;
}

/** A label or hint, in the words for these answers. */
export function resolveText(text: AnswerDependentText, answers: Answers): string;
export function resolveText(text: AnswerDependentText | undefined, answers: Answers): string | undefined;
export function resolveText(text: AnswerDependentText | undefined, answers: Answers): string | undefined {
  return typeof text === 'function' ? text(answers) : text;
}

/** What is wrong with an answer: nothing typed, none of the choices, or what the question itself says. */
export function findAnswerFault(question: Question, answers: Answers): string | null {
  const value = answers[question.name]?.trim() ?? '';
  const label = resolveText(question.label, answers);
  if (!value)
    return question.optional
      ? null
      : `${question.input.kind === 'line' || question.input.kind === 'text' ? 'Enter' : 'Choose'}: ${label}`;
  if (question.input.kind === 'choice' && !question.input.options.some(([option]) => option === value))
    return `Choose: ${label}`;
  return question.fault?.(value, answers) ?? null;
}

/** The answers by question name. For a person, the business's answers are included. */
export type Answers = Readonly<Record<string, string | undefined>>;

/** An owner or director. */
export type BusinessPerson = { id: string; answers: Answers };

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
  /** Why we ask, shown next to the field. */
  why: string;
  input: QuestionInput;
  /** Absent: always asked. */
  appliesWhen?: (answers: Answers) => boolean;
  optional?: boolean;
  /** Personal data: encrypted in the database, and shown in full. */
  encrypted?: boolean;
  /** Encrypted, too. Once it's saved, only its last four characters are shown. */
  secret?: boolean;
  /**
   * Asks for a number issued by a register, a tax office, or a bank. Numbers of up to 14 digits can look like
   * an old card number.
   */
  official?: boolean;
  /** The form in which an answer is stored: a URL with its scheme, for example. Invalid answers stay as they are. */
  normalize?: (value: string) => string;
  /** The readable form of a nonempty answer, if it differs from the stored one. */
  format?: (value: string, answers: Answers) => string;
  /** What's wrong with a nonempty answer, as an instruction. */
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

/** A label or hint, depending on the answers. */
export function resolveText(text: AnswerDependentText, answers: Answers): string;
export function resolveText(text: AnswerDependentText | undefined, answers: Answers): string | undefined;
export function resolveText(text: AnswerDependentText | undefined, answers: Answers): string | undefined {
  return typeof text === 'function' ? text(answers) : text;
}

const choiceKinds: ReadonlySet<QuestionInput['kind']> = new Set(['choice', 'country', 'currency']);

/**
 * What's wrong with an answer: it's empty, isn't one of the options, or fails the question's own validation.
 */
export function findAnswerFault(question: Question, answers: Answers): string | null {
  const value = answers[question.name]?.trim() ?? '';
  const label = resolveText(question.label, answers);
  if (!value)
    return question.optional
      ? null
      : `${choiceKinds.has(question.input.kind) ? 'Choose' : 'Enter'}: ${label}`;
  if (question.input.kind === 'choice' && !question.input.options.some(([option]) => option === value))
    return `Choose: ${label}`;
  return question.fault?.(value, answers) ?? null;
}

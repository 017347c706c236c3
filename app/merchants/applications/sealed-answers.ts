import { seal, unseal } from '~/platform/secrets.server';
import type { Answers } from './question';
import { allQuestions } from './questions';

const secretNames = new Set(allQuestions.filter(({ secret }) => secret).map(({ name }) => name));

export function isSecret(name: string): boolean {
  return secretNames.has(name);
}

/** Answers as they are kept: those that are secret are sealed for this application. */
export function sealAnswers(applicationId: string, answers: Answers): Record<string, string> {
  return mapAnswers(answers, (name, value) => (value && isSecret(name) ? seal(purpose(applicationId, name), value) : value));
}

/** Undoes {@link sealAnswers}. */
export function openAnswers(applicationId: string, answers: Answers): Record<string, string> {
  return mapAnswers(answers, (name, value) => (value && isSecret(name) ? (unseal(purpose(applicationId, name), value) ?? '') : value));
}

/** What people are shown of a secret answer: its last four characters, and never more than half of it. */
export function maskAnswer(value: string): string {
  const plain = value.replace(/\s/g, '');
  return plain ? `•••• ${plain.slice(plain.length - Math.min(4, plain.length >> 1))}` : '';
}

/** Whether what was typed is, at least in part, what {@link maskAnswer} had shown. */
export function isMasked(typed: string): boolean {
  return typed.includes('•');
}

/** The answers with the secret ones masked: what leaves the server. */
export function maskAnswers(answers: Answers): Record<string, string> {
  return mapAnswers(answers, (name, value) => (isSecret(name) ? maskAnswer(value) : value));
}

function mapAnswers(answers: Answers, change: (name: string, value: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(answers).map(([name, value]) => [name, change(name, value ?? '')]));
}

function purpose(applicationId: string, name: string): string {
  return `application/${applicationId}/${name}`;
}

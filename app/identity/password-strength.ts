import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { once } from '~/platform/once.server';
import { plainFormOf } from './leaked-passwords';

/** What attackers try first that is in neither list, since it was made famous for being strong or is a common word with a common one. */
const sayings = [
  'correcthorsebatterystaple',
  'thisisapassword',
  'thisismypassword',
  'iloveyousomuch',
  'neverguessthis',
  'rockyou',
  'kennwort',
  'wachtwoord',
  'mot de passe',
  'contraseña',
  'пароль',
];

/** In powers of ten: whoever knows the common passwords, dates, rows of keys and tricks needs 1,800 years for them at our ten tries in half an hour. */
const enoughGuesses = 8.5;

/** A word stays one with this many digits and signs about it, in whatever order. */
const mostDecoration = 6;

// What follows is not read: with it a password is no weaker, and the time to judge one stays under some 20 ms.
const readLength = 40;

const estimator = once(
  'password-strength',
  () =>
    new ZxcvbnFactory({
      dictionary: { ...dictionary, sayings },
      graphs: adjacencyGraphs,
      maxLength: readLength,
      l33tMaxSubstitutions: 10,
    }),
);
const commonWords: ReadonlySet<string> = once(
  'common-words',
  () => new Set([...dictionary['passwords-common'], ...sayings]),
);

/**
 * What makes a password easy to guess, if anything does: it is made of a person's own words, or of common passwords that are repeated,
 * decorated or put in a row. `personal` in any spelling.
 */
export function findGuess(password: string, personal: readonly string[]): 'personal' | 'common' | null {
  const words = personal.map(plainFormOf);
  const plain = plainFormOf(password);
  const typed = withoutSigns(plain);
  const rest = without(typed, words.map(withoutSigns));
  if (rest !== typed && rest.length <= mostDecoration && lettersOf(rest).length < 3) return 'personal';
  const word = lettersOf(plain);
  if (commonWords.has(word) && [...plain].length - [...word].length <= mostDecoration) return 'common';
  const { guessesLog10, sequence } = estimator.check(password, words);
  if (guessesLog10 >= enoughGuesses) return null;
  return sequence.some((part) => 'dictionaryName' in part && part.dictionaryName === 'userInputs')
    ? 'personal'
    : 'common';
}

function without(text: string, words: readonly string[]): string {
  return [...words]
    .sort((a, b) => b.length - a.length)
    .reduce((rest, word) => rest.replaceAll(word, ''), text);
}

function withoutSigns(text: string): string {
  return text.replace(/[\s!-/:-@[-`{-~]/g, '');
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}]/gu, '');
}

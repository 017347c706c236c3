import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { singleton } from '~/platform/concurrency/singleton.server';
import { toComparablePassword } from './leaked-passwords';

/** What attackers try first that is in neither list, since it was made famous for being strong or is a common word with a common one. */
const commonPhrases = [
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

/** In powers of ten: anyone who knows the common passwords, dates, rows of keys and tricks needs 1,800 years for them at our ten tries in half an hour. */
const minGuessesLog10 = 8.5;

/** A word stays one with this many digits and signs about it, in whatever order. */
const maxDecoration = 6;

// What follows is not read: with it a password is no weaker, and the time to judge one stays under some 20 ms.
const maxCheckedLength = 40;

const estimator = singleton(
  'password-strength',
  () =>
    new ZxcvbnFactory({
      dictionary: { ...dictionary, sayings: commonPhrases },
      graphs: adjacencyGraphs,
      maxLength: maxCheckedLength,
      l33tMaxSubstitutions: 10,
    }),
);
const commonPasswords: ReadonlySet<string> = singleton(
  'common-words',
  () => new Set([...dictionary['passwords-common'], ...commonPhrases]),
);

/**
 * What makes a password easy to guess, if anything does: it is made of a person's own words, or of common passwords that are repeated,
 * decorated or put in a row. `personal` in any spelling.
 */
export function findPasswordWeakness(
  password: string,
  personal: readonly string[],
): 'personal' | 'common' | null {
  const terms = personal.map(toComparablePassword);
  const plain = toComparablePassword(password);
  const stripped = stripPunctuation(plain);
  const rest = removeTerms(stripped, terms.map(stripPunctuation));
  if (rest !== stripped && rest.length <= maxDecoration && extractLetters(rest).length < 3) return 'personal';
  const letters = extractLetters(plain);
  if (commonPasswords.has(letters) && [...plain].length - [...letters].length <= maxDecoration)
    return 'common';
  const { guessesLog10, sequence } = estimator.check(password, terms);
  if (guessesLog10 >= minGuessesLog10) return null;
  return sequence.some((part) => 'dictionaryName' in part && part.dictionaryName === 'userInputs')
    ? 'personal'
    : 'common';
}

function removeTerms(text: string, terms: readonly string[]): string {
  return [...terms]
    .sort((a, b) => b.length - a.length)
    .reduce((rest, letters) => rest.replaceAll(letters, ''), text);
}

function stripPunctuation(text: string): string {
  return text.replace(/[\s!-/:-@[-`{-~]/g, '');
}

function extractLetters(text: string): string {
  return text.replace(/[^\p{L}]/gu, '');
}

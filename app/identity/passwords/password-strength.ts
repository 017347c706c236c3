import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { singleton } from '~/platform/concurrency/singleton.server';
import { toComparablePassword } from './leaked-passwords';

/** Common guesses that are in neither list: famous "strong" passwords, and pairs of common words. */
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

/**
 * In powers of ten: an attacker who knows the common passwords, dates, keyboard rows, and tricks needs 1,800
 * years at ten attempts per half hour.
 */
const minGuessesLog10 = 8.5;

/** A word with this many digits and symbols around it still counts as that word. */
const maxDecoration = 6;

// Further characters aren't analyzed: they don't weaken a password, and the analysis stays under 20 ms.
const maxCheckedLength = 40;

/** Ranking the dictionaries takes a tenth of a second, so only the first check of a password does it. */
const getEstimator = () =>
  singleton(
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
  'common-passwords',
  () => new Set([...dictionary['passwords-common'], ...commonPhrases]),
);

/**
 * Why a password is easy to guess, if it is: it consists of the person's own words, or of common passwords
 * that are repeated, decorated, or combined. `personal`: in any spelling.
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
  const { guessesLog10, sequence } = getEstimator().check(password, terms);
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

import { expect, test } from 'vitest';
import { languages } from '~/platform/languages';
import { receiptWords } from '../../../../emails/receipt-words';
import { wordsOf } from './words';

/** Every text by its place in the tree; those made of names and amounts with marks for these. */
function textsOf(words: object, path = ''): [path: string, text: string, marks: number][] {
  return Object.entries(words).flatMap(([name, value]: [string, unknown]) => {
    const place = `${path}.${name}`;
    if (typeof value === 'function')
      return [
        [place, String((value as (...marks: string[]) => string)('«1»', '«2»')), value.length] as [
          string,
          string,
          number,
        ],
      ];
    return typeof value === 'string'
      ? [[place, value, 0] as [string, string, number]]
      : textsOf(value as object, place);
  });
}

// Those in which Arabic says its number in words.
const inWords = ['.triesLeft'];

test.each([
  ['the page', wordsOf],
  ['the receipt', receiptWords],
])('%s says everything in every language, with each name and amount in its place', (_, words) => {
  const english = new Map(textsOf(words.en).map(([path, text]) => [path, text]));
  for (const language of languages) {
    const texts = textsOf(words[language]);
    expect(texts.map(([path]) => path)).toEqual([...english.keys()]);
    for (const [path, text, marks] of texts) {
      expect(text.trim(), `${language}${path}`).toBe(text);
      expect(text, `${language}${path}`).not.toMatch(/^$|undefined/);
      if (path === '.faults' || inWords.includes(path)) continue;
      expect([...new Set(text.match(/«\d»/g))].sort(), `${language}${path}`).toEqual(
        ['«1»', '«2»'].slice(0, marks),
      );
    }
  }
});

test.each(languages.filter((language) => language !== 'en'))(
  '%s has no sentence that was left in English',
  (language) => {
    const english = new Map(textsOf(wordsOf.en).map(([path, text]) => [path, text]));
    const same = textsOf(wordsOf[language]).filter(
      ([path, text]) => text === english.get(path) && text.includes(' '),
    );
    expect(same).toEqual([]);
  },
);

test.each([1, 2, 3, 4])('Arabic has a form of its own for one and for two tries left: %i', (count) => {
  expect(wordsOf.ar.triesLeft(count)).toMatch([/واحدة/, /محاولتان/, /3 محاولات/, /4 محاولات/][count - 1]!);
});

import { expect, test } from 'vitest';
import { languages, type Language } from '~/platform/text/languages';
import { receiptMessages } from '../../../../emails/receipts/receipt-messages';
import { answerMessages } from '../../support/transaction/answers/answer-messages';
import { cardSavingMessages } from './card-saving-messages';
import { checkoutMessages } from './messages';

/** Every message by its path. Functions are called with placeholders. */
function listTexts(messages: object, path = ''): [path: string, text: string, marks: number][] {
  return Object.entries(messages).flatMap(([name, value]: [string, unknown]) => {
    const textPath = `${path}.${name}`;
    if (typeof value === 'function')
      return [
        [
          textPath,
          String((value as (...placeholders: string[]) => string)('«1»', '«2»', '«3»')),
          value.length,
        ] as [string, string, number],
      ];
    return typeof value === 'string'
      ? [[textPath, value, 0] as [string, string, number]]
      : listTexts(value as object, textPath);
  });
}

// Counts that some languages express in words.
const spelledOutPaths = ['.attemptsLeft'];

test.each([
  ['the page', checkoutMessages],
  ['the page that saves a card', cardSavingMessages],
  ['the receipt', receiptMessages],
  ['the answers of staff', answerMessages],
])('%s has every message in every language, with its names and amounts', (_, messages) => {
  const englishTexts = new Map(listTexts(messages.en).map(([path, text]) => [path, text]));
  for (const language of languages) {
    const texts = listTexts(messages[language]);
    expect(texts.map(([path]) => path)).toEqual([...englishTexts.keys()]);
    for (const [path, text, placeholders] of texts) {
      expect(text.trim(), `${language}${path}`).toBe(text);
      expect(text, `${language}${path}`).not.toMatch(/^$|undefined/);
      if (path === '.cardErrors' || spelledOutPaths.includes(path)) continue;
      expect([...new Set(text.match(/«\d»/g))].sort(), `${language}${path}`).toEqual(
        ['«1»', '«2»', '«3»'].slice(0, placeholders),
      );
    }
  }
});

test.each(languages.filter((language) => language !== 'en'))(
  '%s has no message left in English',
  (language) => {
    const all = (of: Language) => listTexts({ checkout: checkoutMessages[of], answers: answerMessages[of] });
    const englishTexts = new Map(all('en').map(([path, text]) => [path, text]));
    const untranslated = all(language).filter(
      ([path, text]) => text === englishTexts.get(path) && text.includes(' '),
    );
    expect(untranslated).toEqual([]);
  },
);

test.each([1, 2, 3, 4])('Arabic has separate forms for one and two attempts left: %i', (count) => {
  expect(checkoutMessages.ar.attemptsLeft(count)).toMatch(
    [/واحدة/, /محاولتان/, /3 محاولات/, /4 محاولات/][count - 1]!,
  );
});

test.each([
  [1, 'Pozostała jedna próba.'],
  [2, 'Pozostały 2 próby.'],
  [4, 'Pozostały 4 próby.'],
  [5, 'Pozostało 5 prób.'],
  [12, 'Pozostało 12 prób.'],
  [22, 'Pozostały 22 próby.'],
])('Polish has the right form for %i attempts left', (count, text) => {
  expect(checkoutMessages.pl.attemptsLeft(count)).toBe(text);
});

test.each([
  [5, 'Zamówienie: 5 pozycji'],
  [14, 'Zamówienie: 14 pozycji'],
  [23, 'Zamówienie: 23 pozycje'],
])('Polish has the right form for an order of %i items', (count, text) => {
  expect(checkoutMessages.pl.order.folded(count)).toBe(text);
});

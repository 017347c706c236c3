import { inFigures } from '~/support/money-words';
import { cardEnding, saysPayment, type Said } from '~/support/words';

/** The same search with something said otherwise. */
export type Retry = { text: string; q: string };

/** What could be left out, or said less strictly, of what was typed. */
export function retriesOf(q: string, said: Said, merchant: readonly string[]): Retry[] {
  const { ids, amount, when, lastFour, unclear } = said;
  if (ids.length) return [];
  const typed = inFigures(q.normalize('NFKC'));
  const tidy = (text: string) =>
    text
      .split(/, |,$/)
      .map((part) => part.replace(/\s+/g, ' ').trim())
      .filter(Boolean)
      .join(', ');
  const without = (text: string) =>
    tidy(text.split(', ').reduce((rest, part) => rest.replace(part, ''), typed));
  const retries = [
    ...unclear.flatMap(({ text, instead }) =>
      instead ? [{ text: `with “${instead}”`, q: typed.replace(text, () => instead) }] : [],
    ),
    ...(amount && !amount.about && typed.includes(amount.text)
      ? [{ text: `with “about ${amount.text}”`, q: typed.replace(amount.text, (text) => `about ${text}`) }]
      : []),
    ...(merchant.length && saysPayment(said)
      ? [{ text: `without “${merchant.join(' ')}”`, q: without(merchant.join(', ')) }]
      : []),
    ...[when?.text, amount?.text, lastFour && (cardEnding.exec(typed)?.[0] ?? lastFour)].flatMap((text) =>
      text ? [{ text: `without “${text}”`, q: without(text) }] : [],
    ),
  ];
  return retries.filter((retry) => retry.q && retry.q !== typed);
}

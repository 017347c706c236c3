import { SearchX } from 'lucide-react';
import { inFigures } from '~/support/money-words';
import { cardEnding, type Said } from '~/support/words';
import { EmptyState } from '~/ui/empty-state';
import { TextLink } from '~/ui/text-link';
import { searchAddress } from './address';
import type { Chip } from './understood';

/** The same search with something said otherwise. */
export type Retry = { text: string; q: string };

/** What could be left out, or said less strictly, of what was typed. */
export function retriesOf(q: string, { ids, amount, when, lastFour, unclear }: Said): Retry[] {
  if (ids.length) return [];
  const typed = inFigures(q.normalize('NFKC'));
  const tidy = (text: string) => text.split(/, |,$/).map((part) => part.replace(/\s+/g, ' ').trim()).filter(Boolean).join(', ');
  const without = (text: string) => tidy(text.split(', ').reduce((rest, part) => rest.replace(part, ''), typed));
  const retries = [
    ...unclear.flatMap(({ text, instead }) => (instead ? [{ text: `with “${instead}”`, q: typed.replace(text, instead) }] : [])),
    ...(amount && !amount.about && typed.includes(amount.text) ? [{ text: `with “about ${amount.text}”`, q: typed.replace(amount.text, `about ${amount.text}`) }] : []),
    ...[when?.text, amount?.text, lastFour && (cardEnding.exec(typed)?.[0] ?? lastFour)].flatMap((said) => (said ? [{ text: `without “${said}”`, q: without(said) }] : [])),
  ];
  return retries.filter((retry) => retry.q && retry.q !== typed);
}

/** Says what was taken together, what was not understood, and what to try. */
export function NothingFound({ isFirst, chips, retries, clock }: { isFirst: boolean; chips: readonly Chip[]; retries: readonly Retry[]; clock?: string }) {
  if (!isFirst) return <EmptyState icon={SearchX} title="No more payments">These were all that match.</EmptyState>;
  const [understood, left] = [chips.filter(({ isLeftOut }) => !isLeftOut), chips.filter(({ isLeftOut }) => isLeftOut)];
  return (
    <EmptyState icon={SearchX} title="Nothing found">
      {understood.length > 1 && <>No payment has all of this: {list(understood.map(({ what, text }) => `${what.toLowerCase()} ${text}`))}. </>}
      {understood.length === 1 && <>Nothing of ours has the {understood[0]!.what.toLowerCase()} {understood[0]!.text}. </>}
      {left.length > 0 && <>We did not understand {list(left.map(({ text }) => `“${text}”`))}. </>}
      {!retries.length && 'Ask for the last four digits, the amount and the day: together they find most payments. Ids have to be whole.'}
      {retries.length > 0 && (
        <span className="mt-3 block">
          {retries.map(({ text, q }) => (
            <span key={text} className="block py-0.5">
              <TextLink to={searchAddress({ q, clock })}>Search {text}</TextLink>
            </span>
          ))}
        </span>
      )}
    </EmptyState>
  );
}

const list = (texts: readonly string[]) => new Intl.ListFormat('en').format(texts);

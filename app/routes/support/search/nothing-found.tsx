import { SearchX } from 'lucide-react';
import { EmptyState } from '~/ui/empty-state';
import { TextLink } from '~/ui/text-link';
import { searchAddress } from './address';
import type { Retry } from './retries';
import type { Chip } from './understood';

/** Says what was taken together, what was not understood, and what to try. */
export function NothingFound({
  isFirst,
  isNamed,
  chips,
  retries,
  clock,
}: {
  isFirst: boolean;
  isNamed: boolean;
  chips: readonly Chip[];
  retries: readonly Retry[];
  clock?: string;
}) {
  if (!isFirst)
    return (
      <EmptyState icon={SearchX} title="No more payments">
        These were all that match.
      </EmptyState>
    );
  const [understood, left] = [
    chips.filter(({ isLeftOut, isBeside }) => !isLeftOut && !isBeside),
    chips.filter(({ isLeftOut }) => isLeftOut),
  ];
  return (
    <EmptyState icon={SearchX} title={isNamed ? 'No payment found' : 'Nothing found'}>
      {understood.length > 1 && (
        <>
          No payment has all of this:{' '}
          {list(understood.map(({ what, text }) => `${what.toLowerCase()} ${text}`))}.{' '}
        </>
      )}
      {understood.length === 1 && (
        <>
          Nothing of ours has the {understood[0]!.what.toLowerCase()} {understood[0]!.text}.{' '}
        </>
      )}
      {left.length > 0 && <>We did not understand {list(left.map(({ text }) => `“${text}”`))}. </>}
      {!retries.length &&
        'Ask for the last four digits, the amount and the day: together they find most payments. Ids have to be whole.'}
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

import { ButtonLink } from '../forms/button';

type Props = {
  newest?: string | null;
  newer?: string | null;
  older?: string | null;
  /** Then the next page is newer. */ isOldestFirst?: boolean;
};

/** Links to the first, previous, and next page, and on paper what is missing. Nothing for a single page. */
export function Pagination({ newest, newer, older, isOldestFirst = false }: Props) {
  const adjacent = [
    { to: newer, text: 'Newer' },
    { to: older, text: 'Older' },
  ];
  const [previous, next] = isOldestFirst ? adjacent.reverse() : adjacent;
  const links = [
    { to: newest, text: isOldestFirst ? 'Oldest' : 'Newest', rel: undefined },
    { ...previous!, rel: 'prev' },
    { ...next!, rel: 'next' },
  ].flatMap(({ to, ...link }) => (to ? [{ to, ...link }] : []));
  if (!links.length) return null;
  const missing = [(previous!.to ?? newest) && previous!.text, next!.to && next!.text].flatMap(
    (text) => text?.toLowerCase() ?? [],
  );
  return (
    <>
      <p className="mt-6 hidden text-sm print:block">
        The list has {missing.join(' and ')} entries that aren’t printed here.
      </p>
      <nav aria-label="Pages of this list" className="mt-6 flex flex-wrap gap-3">
        {links.map(({ text, ...link }) => (
          <ButtonLink
            key={text}
            variant="secondary"
            size="small"
            className={link.rel === 'next' ? 'ml-auto' : undefined}
            {...link}
          >
            {text}
          </ButtonLink>
        ))}
      </nav>
    </>
  );
}

import { ButtonLink } from '../forms/button';

type Props = { newest?: string | null; newer?: string | null; older?: string | null };

/** Links to the first, previous, and next page. Nothing for a single page. */
export function Pagination({ newest, newer, older }: Props) {
  const links = [
    { to: newest, text: 'Newest', rel: undefined },
    { to: newer, text: 'Newer', rel: 'prev' },
    { to: older, text: 'Older', rel: 'next' },
  ].flatMap(({ to, ...link }) => (to ? [{ to, ...link }] : []));
  if (!links.length) return null;
  return (
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
  );
}

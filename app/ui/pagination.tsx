import { ButtonLink } from './button';

type Props = { newest?: string | null; newer?: string | null; older?: string | null };

/** Ways to the first page and to those before and after this one; nothing when there is only one. */
export function Pagination({ newest, newer, older }: Props) {
  const ways = [
    { to: newest, text: 'Newest', rel: undefined },
    { to: newer, text: 'Newer', rel: 'prev' },
    { to: older, text: 'Older', rel: 'next' },
  ].flatMap(({ to, ...way }) => (to ? [{ to, ...way }] : []));
  if (!ways.length) return null;
  return (
    <nav aria-label="Pages of this list" className="mt-6 flex flex-wrap gap-3">
      {ways.map(({ text, ...way }) => (
        <ButtonLink
          key={text}
          variant="secondary"
          size="small"
          className={way.rel === 'next' ? 'ml-auto' : undefined}
          {...way}
        >
          {text}
        </ButtonLink>
      ))}
    </nav>
  );
}

import { ButtonLink } from './button';

/** Ways to the pages before and after this one; nothing when there is only one. */
export function Pagination({ newer, older }: { newer?: string | null; older?: string | null }) {
  if (!newer && !older) return null;
  return (
    <nav aria-label="Pages of this list" className="mt-6 flex justify-between gap-4">
      {newer ? (
        <ButtonLink variant="secondary" size="small" to={newer} rel="prev">
          Newest
        </ButtonLink>
      ) : (
        <span />
      )}
      {older && (
        <ButtonLink variant="secondary" size="small" to={older} rel="next">
          Older
        </ButtonLink>
      )}
    </nav>
  );
}

import { Link } from '@remix-run/react';
import { Search } from 'lucide-react';
import { createContext, useContext, type MouseEvent } from 'react';

/** Opens the search dialog. Without one, the link opens the search page. */
export const SearchContext = createContext<(() => void) | null>(null);

/** Whether a key opens the search: Ctrl K, and ⌘K on a Mac. */
export const isSearchKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey;

/** Looks like a search field. */
export function SearchLink() {
  const open = useContext(SearchContext);
  const openDialog = (event: MouseEvent) => {
    if (!open || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open();
  };
  return (
    <Link
      to="/search"
      onClick={openDialog}
      aria-keyshortcuts="Control+K Meta+K"
      className="mt-3 mb-3 flex min-h-11 items-center gap-2.5 rounded-lg border border-line-strong px-3 text-sm text-ink-soft hover:text-ink lg:mt-0 lg:min-h-9"
    >
      <Search size={16} aria-hidden="true" />
      Search
      <kbd aria-hidden="true" className="ml-auto font-sans text-xs pointer-coarse:hidden">
        Ctrl K
      </kbd>
    </Link>
  );
}

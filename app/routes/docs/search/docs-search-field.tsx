import { useLocation } from '@remix-run/react';
import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Form } from '~/ui/forms/form';
import { isSearchKey } from '~/ui/shell/search-link';
import { maximumQueryLength, docsSearchPath } from './search-query';

/** The search in the header of the docs. It's a GET form, so it works without JavaScript. Ctrl K and ⌘K lead to it. */
export function DocsSearchField() {
  const { pathname, search } = useLocation();
  const query = pathname === docsSearchPath ? (new URLSearchParams(search).get('q') ?? '') : '';
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focusByKey = (event: KeyboardEvent) => {
      if (!isSearchKey(event)) return;
      event.preventDefault();
      field.current?.select();
    };
    document.addEventListener('keydown', focusByKey);
    return () => document.removeEventListener('keydown', focusByKey);
  }, []);
  return (
    <Form
      action={docsSearchPath}
      role="search"
      className="order-last flex w-full min-w-0 gap-2 sm:order-none sm:w-auto sm:max-w-md sm:min-w-56 sm:flex-1"
    >
      <span className="relative min-w-0 flex-1">
        <Search
          size={16}
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-soft"
        />
        <input
          key={query}
          ref={field}
          type="search"
          name="q"
          aria-label="Search the docs"
          aria-keyshortcuts="Control+K Meta+K"
          placeholder="Search the docs"
          defaultValue={query}
          maxLength={maximumQueryLength}
          className="min-h-9 w-full rounded-lg border border-line-strong bg-surface pr-3 pl-9 text-sm"
        />
      </span>
      <button
        type="submit"
        className="sr-only rounded-lg border border-line-strong px-3 text-sm font-medium focus:not-sr-only"
      >
        Search
      </button>
    </Form>
  );
}

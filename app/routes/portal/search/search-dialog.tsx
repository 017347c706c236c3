import { useLocation } from '@remix-run/react';
import { useCallback, useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { useShortcutSetting } from '~/ui/forms/use-shortcut-setting';
import { SearchContext, isSearchKey } from '~/ui/shell/search-link';
import { CommandMenu } from './command-menu';

/** Provides the command menu: a dialog with a search, which opens with Ctrl K or ⌘K, and with the slash key. */
export function SearchProvider({ children }: { children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { key: locationKey } = useLocation();
  const [isSlashKeyOn, setSlashKeyOn] = useShortcutSetting('search-slash-key');
  const open = useCallback(() => {
    if (dialog.current?.open) return;
    setOpen(true);
    dialog.current?.showModal();
  }, []);
  const close = useCallback(() => dialog.current?.close(), []);
  useEffect(close, [close, locationKey]);
  useEffect(() => {
    const openByKey = (event: KeyboardEvent) => {
      if (!isSearchKey(event) && !(isSlashKeyOn && isPlainSlash(event))) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', openByKey);
    return () => document.removeEventListener('keydown', openByKey);
  }, [open, isSlashKeyOn]);
  const closeFromBackdrop = ({ target }: MouseEvent) => {
    if (target === dialog.current) close();
  };
  return (
    <SearchContext.Provider value={open}>
      {children}
      {/* The keyboard closes it with Escape. */}
      <dialog
        ref={dialog}
        aria-label="Search the portal"
        // The event comes later than the closing, and the dialog can be open again by then.
        onClose={() => setOpen(dialog.current!.open)}
        onClick={closeFromBackdrop}
        className="mx-auto mt-[10dvh] w-full max-w-xl overflow-hidden rounded-xl border border-line-strong bg-surface p-0 text-ink shadow-menu backdrop:bg-black/40 max-sm:m-2 max-sm:w-[calc(100%-1rem)]"
      >
        {isOpen && (
          <CommandMenu isSlashKeyOn={isSlashKeyOn} onSlashKeyChange={setSlashKeyOn} onClose={close} />
        )}
      </dialog>
    </SearchContext.Provider>
  );
}

/** Outside of fields, where a slash is text. */
function isPlainSlash({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (key !== '/' || ctrlKey || metaKey || altKey) return false;
  return !(target as Element).closest('input, textarea, select, [contenteditable]');
}

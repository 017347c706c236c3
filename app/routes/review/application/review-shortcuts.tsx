import { Keyboard } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import { Button } from '~/ui/forms/button';
import { useShortcutSetting } from '~/ui/forms/use-shortcut-setting';

const shortcuts = [
  ['j', 'Next item'],
  ['k', 'Previous item'],
  ['a', 'Accept the item, and go to the next one'],
  ['c', 'Request a change of the item'],
  ['?', 'Show these shortcuts'],
] as const;

/** The keyboard shortcuts of the review, and how to turn them off (WCAG 2.1.4). */
export function ReviewShortcuts() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOn, setOn] = useShortcutSetting('review-shortcuts');
  const open = useCallback(() => dialog.current?.showModal(), []);
  useEffect(() => {
    if (!isOn) return;
    const handleKey = (event: KeyboardEvent) => {
      if (!isPlainKey(event) || dialog.current?.open) return;
      if (event.key === '?') open();
      else if (!handleItemKey(event.key)) return;
      event.preventDefault();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [isOn, open]);
  return (
    <>
      <Button variant="quiet" onClick={open} title="Keyboard shortcuts" aria-label="Keyboard shortcuts">
        <Keyboard size={18} aria-hidden="true" />
      </Button>
      <dialog
        ref={dialog}
        aria-label="Keyboard shortcuts"
        className="m-auto w-full max-w-md rounded-xl border border-line-strong bg-surface p-5 text-ink shadow-menu backdrop:bg-black/40"
      >
        <h2 className="text-lg font-semibold">Keyboard shortcuts</h2>
        <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
          {shortcuts.map(([key, effect]) => (
            <div key={key} className="contents">
              <dt>
                <kbd className="rounded-md border border-line-strong bg-sunken px-2 py-0.5 font-mono">
                  {key}
                </kbd>
              </dt>
              <dd>{effect}</dd>
            </div>
          ))}
        </dl>
        <label className="mt-4 flex min-h-9 items-center gap-2">
          <input
            type="checkbox"
            checked={isOn}
            onChange={({ target }) => setOn(target.checked)}
            className="size-4 accent-accent"
          />
          Use keyboard shortcuts
        </label>
        <Button variant="secondary" className="mt-4" onClick={() => dialog.current?.close()}>
          Close
        </Button>
      </dialog>
    </>
  );
}

/** Outside of fields for text. */
function isPlainKey({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return false;
  return !(target as Element).closest('textarea, select, input:not([type=radio]), [contenteditable]');
}

/** @returns whether the key is a shortcut */
function handleItemKey(key: string): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-item]')].filter(
    (row) => row.offsetParent !== null,
  );
  const index = rows.findIndex((row) => row.contains(document.activeElement));
  const goTo = (row: HTMLElement | undefined) => {
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  };
  const choose = (value: 'accepted' | 'change') =>
    rows[index]?.querySelector<HTMLInputElement>(`input[type=radio][value=${value}]`)?.click();
  switch (key) {
    case 'j':
      goTo(rows[index + 1]);
      return true;
    case 'k':
      goTo(rows[index < 0 ? 0 : index - 1]);
      return true;
    case 'a':
      choose('accepted');
      goTo(rows[index + 1]);
      return true;
    case 'c':
      choose('change');
      rows[index]?.querySelector('textarea')?.focus();
      return true;
    default:
      return false;
  }
}

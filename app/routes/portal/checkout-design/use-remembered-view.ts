import { useEffect, type RefObject } from 'react';

const key = 'checkout-editor';

type View = { folded: string[]; controls: Record<string, string> };

/** The fields that choose what the preview shows. */
const controlSelector =
  '[name="view-size"], [name="view-zoom"], [name="view-scheme"], [name="state"], [name="sampleLanguage"]';

/** Keeps the folded sections and the preview's choices when the page reloads, as it does to save. In this tab only. */
export function useRememberedView(form: RefObject<HTMLFormElement>, onRestored: (delayMs: number) => void) {
  useEffect(() => {
    const editor = form.current;
    if (!editor) return;
    const remembered = read();
    if (remembered) {
      restore(editor, remembered);
      onRestored(0);
    }
    const note = () => write(describe(editor));
    editor.addEventListener('change', note);
    // The event doesn't bubble.
    editor.addEventListener('toggle', note, true);
    return () => {
      editor.removeEventListener('change', note);
      editor.removeEventListener('toggle', note, true);
    };
  }, [form, onRestored]);
}

const listControls = (editor: HTMLElement) => [
  ...editor.querySelectorAll<HTMLInputElement | HTMLSelectElement>(controlSelector),
];

const isRadio = (control: HTMLInputElement | HTMLSelectElement): control is HTMLInputElement =>
  control.type === 'radio';

function describe(editor: HTMLElement): View {
  return {
    folded: [...editor.querySelectorAll('details[id]:not([open])')].map(({ id }) => id),
    controls: Object.fromEntries(
      listControls(editor)
        .filter((control) => !isRadio(control) || control.checked)
        .map(({ name, value }) => [name, value]),
    ),
  };
}

function restore(editor: HTMLElement, { folded, controls }: View): void {
  for (const section of editor.querySelectorAll<HTMLDetailsElement>('details[id]'))
    if (folded.includes(section.id) && !section.querySelector('[aria-invalid]')) section.open = false;
  for (const control of listControls(editor)) {
    const value = controls[control.name];
    if (value === undefined || (isRadio(control) ? control.value !== value : control.value === value))
      continue;
    if (isRadio(control)) control.checked = true;
    else control.value = value;
    // The page's own listeners notice it.
    control.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

/** Browsers may forbid storage. */
function read(): View | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as View | null;
  } catch {
    return null;
  }
}

function write(view: View): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(view));
  } catch {
    // Then nothing is remembered.
  }
}

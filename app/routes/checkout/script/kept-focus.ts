const storageKey = 'kept-focus';

/**
 * A page that waits for a result reloads itself. The focus and the language menu stay as they were. On another page or in
 * another language, they are forgotten.
 */
export function keepFocus(): void {
  const isWaiting = document.querySelector('[data-waiting]') !== null;
  const menu = document.querySelector('nav details');
  const controls = [...document.querySelectorAll<HTMLElement>('a[href], summary, button')];
  const { lang } = document.documentElement;
  try {
    const stored = sessionStorage.getItem(storageKey);
    sessionStorage.removeItem(storageKey);
    if (!isWaiting) return;
    if (stored) {
      const [storedLang, index, isOpen] = JSON.parse(stored) as [string, number, boolean];
      if (storedLang === lang) {
        menu?.toggleAttribute('open', isOpen);
        controls[index]?.focus();
      }
    }
    window.addEventListener('pagehide', () => {
      const index = controls.indexOf(document.activeElement as HTMLElement);
      sessionStorage.setItem(storageKey, JSON.stringify([lang, index, menu?.hasAttribute('open')]));
    });
  } catch {
    // The browser keeps nothing for this site.
  }
}

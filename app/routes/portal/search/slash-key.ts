import { useEffect, useState } from 'react';

const storageKey = 'search-slash-key';

/** Whether the slash key opens the search. People who dictate or press keys by accident can turn it off (WCAG 2.1.4). */
export function useSlashKey(): [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useState(false);
  useEffect(() => setOn(read()), []);
  return [
    isOn,
    (next) => {
      setOn(next);
      write(next);
    },
  ];
}

function read(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    // Browsers may forbid storage. Then it could not be kept off.
    return false;
  }
}

function write(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, 'off');
  } catch {
    // The choice applies until the page is loaded again.
  }
}

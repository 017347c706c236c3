import { useEffect, useState } from 'react';

/** Whether keys without Ctrl do something. People who dictate or press keys by accident can turn them off (WCAG 2.1.4). */
export function useShortcutSetting(storageKey: string): [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useState(false);
  useEffect(() => setOn(read(storageKey)), [storageKey]);
  return [
    isOn,
    (next) => {
      setOn(next);
      write(storageKey, next);
    },
  ];
}

function read(storageKey: string): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    // Browsers may forbid storage. Then it could not be kept off.
    return false;
  }
}

function write(storageKey: string, isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, 'off');
  } catch {
    // The choice applies until the page is loaded again.
  }
}

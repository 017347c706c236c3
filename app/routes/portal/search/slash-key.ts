import { useEffect, useState } from 'react';

const storageKey = 'search-slash-key';

/** Whether the slash key opens the search. People who dictate or press keys by accident turn it off (WCAG 2.1.4). */
export function useSlashKey(): [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useState(false);
  useEffect(() => setOn(localStorage.getItem(storageKey) !== 'off'), []);
  return [
    isOn,
    (next) => {
      if (next) localStorage.removeItem(storageKey);
      else localStorage.setItem(storageKey, 'off');
      setOn(next);
    },
  ];
}

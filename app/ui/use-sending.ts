import { useEffect, useState } from 'react';

/**
 * Whether a form that is answered with a whole page is on its way, and what tells so when it is sent. A page that the back button brings
 * alive again can be sent again.
 */
export function useSending(): [boolean, () => void] {
  const [sending, setSending] = useState(false);
  useEffect(() => {
    const wake = () => setSending(false);
    window.addEventListener('pageshow', wake);
    return () => window.removeEventListener('pageshow', wake);
  }, []);
  return [sending, () => setSending(true)];
}

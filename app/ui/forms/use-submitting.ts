import { useEffect, useState } from 'react';

/**
 * Whether a form that is answered with a whole page is on its way, and what tells so when it is sent. A page that the back button brings
 * alive again can be sent again.
 */
export function useSubmitting(): [boolean, () => void] {
  const [isSubmitting, setSubmitting] = useState(false);
  useEffect(() => {
    const reset = () => setSubmitting(false);
    window.addEventListener('pageshow', reset);
    return () => window.removeEventListener('pageshow', reset);
  }, []);
  return [isSubmitting, () => setSubmitting(true)];
}

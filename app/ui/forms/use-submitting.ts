import { useEffect, useState } from 'react';

/**
 * Whether a form with a full-page response is being submitted, and the function to call on submit. A page
 * restored by the back button can be submitted again.
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

import { useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';

const everyMs = 1_500;
const atMost = 20;

/** Reloads the page's data while something is about to happen. Without scripts, the person reloads. */
export function useRevalidation(waiting: boolean): void {
  const { revalidate, state } = useRevalidator();
  const polls = useRef(0);
  useEffect(() => {
    if (!waiting || state !== 'idle' || polls.current >= atMost) return;
    const timer = setTimeout(() => {
      polls.current++;
      revalidate();
    }, everyMs);
    return () => clearTimeout(timer);
  }, [waiting, state, revalidate]);
}

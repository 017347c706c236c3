import { useEffect, useState } from 'react';

/** False on the server and until scripts run: what needs them is not offered before. */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return hydrated;
}

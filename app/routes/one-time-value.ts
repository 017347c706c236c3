import { useState } from 'react';

type OneTimeValue<Value> = { owner: string; value: Value | null };

/** What a page keeps when it's loaded again: the value, until there's a new one or the page is another owner's. */
export function keepOneTimeValue<Value>(
  kept: OneTimeValue<Value>,
  { owner, value }: OneTimeValue<Value>,
): OneTimeValue<Value> {
  return owner === kept.owner && (value === null || value === kept.value) ? kept : { owner, value };
}

/**
 * A secret that a page's loader returns only once. It stays until the person leaves the page, also when a filter or a new
 * position in a list loads the page's data again.
 * @param owner what the secret belongs to: the router keeps the component for another endpoint's page
 */
export function useOneTimeValue<Value>(owner: string, value: Value | null): Value | null {
  const [kept, setKept] = useState({ owner, value });
  const next = keepOneTimeValue(kept, { owner, value });
  if (next !== kept) setKept(next);
  return next.value;
}

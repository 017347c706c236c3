/**
 * Combines calls for the same key in one turn of the event loop, for example when the loaders of a page all
 * read the session. The work starts after all calls, so nobody gets an outdated result.
 */
export function batchByKey<Result>(load: (key: string) => Promise<Result>): (key: string) => Promise<Result> {
  const pendingLoads = new Map<string, Promise<Result>>();
  return (key) => {
    const pendingLoad = pendingLoads.get(key);
    if (pendingLoad) return pendingLoad;
    const result = new Promise<void>((resolve) => void setImmediate(resolve)).then(() => {
      pendingLoads.delete(key);
      return load(key);
    });
    pendingLoads.set(key, result);
    return result;
  };
}

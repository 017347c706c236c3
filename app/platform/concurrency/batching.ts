/**
 * Makes one question of those for the same key that are asked in one turn of the event loop, as the loaders of one page ask who is
 * logged in. It is put after all of them have asked, so nobody is reported what was true before.
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

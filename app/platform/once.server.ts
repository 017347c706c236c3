const kept = (globalThis as { tillwayOnce?: Map<string, unknown> }).tillwayOnce ?? new Map<string, unknown>();
(globalThis as { tillwayOnce?: Map<string, unknown> }).tillwayOnce = kept;

/** Makes a thing one time in a process, also when the development server loads a module again. */
export function once<T>(name: string, make: () => T): T {
  if (!kept.has(name)) kept.set(name, make());
  return kept.get(name) as T;
}

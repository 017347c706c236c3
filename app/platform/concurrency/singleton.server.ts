const instances =
  (globalThis as { tillwaySingletons?: Map<string, unknown> }).tillwaySingletons ??
  new Map<string, unknown>();
(globalThis as { tillwaySingletons?: Map<string, unknown> }).tillwaySingletons = instances;

/** Makes a thing one time in a process, also when the development server loads a module again. */
export function singleton<T>(name: string, create: () => T): T {
  if (!instances.has(name)) instances.set(name, create());
  return instances.get(name) as T;
}

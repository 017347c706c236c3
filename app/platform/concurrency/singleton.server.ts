const instances =
  (globalThis as { tillwaySingletons?: Map<string, unknown> }).tillwaySingletons ??
  new Map<string, unknown>();
(globalThis as { tillwaySingletons?: Map<string, unknown> }).tillwaySingletons = instances;

/** Creates a value once per process, even if the development server reloads the module. */
export function singleton<T>(name: string, create: () => T): T {
  if (!instances.has(name)) instances.set(name, create());
  return instances.get(name) as T;
}

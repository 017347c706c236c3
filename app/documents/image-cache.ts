type Entry = { image: Buffer | null; expiresAt: number; bytes: number };

/** The memory that an entry takes besides its image and key. */
const entryBytes = 200;

/** Keeps the images that were used last, in a limited number of bytes. Null: known to have none. */
export function createImageCache(maximumBytes: number) {
  // In the order of their last use.
  const entries = new Map<string, Entry>();
  let bytes = 0;

  function remove(key: string): void {
    bytes -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  }

  return {
    /** @returns undefined if it isn't known */
    find(key: string): Buffer | null | undefined {
      const entry = entries.get(key);
      if (!entry || entry.expiresAt <= performance.now()) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.image;
    },

    keep(key: string, image: Buffer | null, seconds: number): void {
      remove(key);
      const added = (image?.length ?? 0) + 2 * key.length + entryBytes;
      entries.set(key, { image, expiresAt: performance.now() + seconds * 1000, bytes: added });
      bytes += added;
      for (const oldest of entries.keys()) {
        if (bytes <= maximumBytes) return;
        remove(oldest);
      }
    },
  };
}

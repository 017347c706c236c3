const firstCapacity = 1024;

/**
 * The positions of a ledger's entries: a hash table from key to position and, for each authorization, the
 * chain of its follow-ups. It contains only numbers, about 24 bytes per entry, so that a ledger of millions
 * fits in memory. Matches are by hash, so the caller verifies them. Entries are numbered from 1.
 */
export class LedgerIndex {
  #count = 0;
  #positions = new Float64Array(firstCapacity);
  #hashes = new Uint32Array(firstCapacity);
  /** For an authorization: its latest follow-up. For a follow-up: the previous one. */
  #links = new Uint32Array(firstCapacity);
  /** Twice as many slots as entries, so that searches are short. */
  #slots = new Uint32Array(firstCapacity * 2);

  /** The number of the entry with a key, or 0. `isAt` verifies that the key is at a position. */
  find(key: string, isAt: (position: number) => boolean): number {
    const hash = hashOf(key);
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = this.#slots[slot]!;
      if (!number || (this.#hashes[number] === hash && isAt(this.#positions[number]!))) return number;
    }
  }

  /** @returns its number */
  add(key: string, position: number): number {
    if (this.#count + 1 === this.#positions.length) this.#grow();
    const number = ++this.#count;
    this.#positions[number] = position;
    this.#hashes[number] = hashOf(key);
    this.#place(number);
    return number;
  }

  chain(authorization: number, followUp: number): void {
    this.#links[followUp] = this.#links[authorization]!;
    this.#links[authorization] = followUp;
  }

  /** The positions of an authorization's follow-ups, oldest first. */
  followUps(authorization: number): number[] {
    const positions: number[] = [];
    for (let number = this.#links[authorization]!; number; number = this.#links[number]!)
      positions.push(this.#positions[number]!);
    return positions.reverse();
  }

  #grow(): void {
    const capacity = this.#positions.length * 2;
    this.#positions = grown(this.#positions, new Float64Array(capacity));
    this.#hashes = grown(this.#hashes, new Uint32Array(capacity));
    this.#links = grown(this.#links, new Uint32Array(capacity));
    this.#slots = new Uint32Array(capacity * 2);
    for (let number = 1; number <= this.#count; number++) this.#place(number);
  }

  #place(number: number): void {
    const mask = this.#slots.length - 1;
    let slot = this.#hashes[number]! & mask;
    while (this.#slots[slot]) slot = (slot + 1) & mask;
    this.#slots[slot] = number;
  }
}

function grown<T extends Float64Array | Uint32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** FNV-1a, with a final bit mix. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index++) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

import type { LedgerEntry, SequelKind, ReportedEntry } from './ledger-entry';
import { LedgerIndex } from './ledger-index';
import { FileLines, MemoryLines, type Lines } from './ledger-lines';
import { getSequel } from './sequels';

/**
 * The simulator's book: an append-only file, so that what it has done outlives a process that is killed, as a bank's
 * book would. Several processes may share one; each reads what the others have added before it acts. In memory there is
 * an index only. Without a file, memory keeps it all.
 */
export class Ledger {
  readonly #index = new LedgerIndex();
  readonly #lines: Lines;
  /** Entries that something is still to come of, by the key of what that is. */
  readonly #awaited = new Map<string, LedgerEntry>();

  constructor(path: string | undefined) {
    this.#lines = path ? new FileLines(path) : new MemoryLines();
  }

  find(reference: string): LedgerEntry | undefined {
    this.#read();
    let found: LedgerEntry | undefined;
    const number = this.#index.find(
      reference,
      (position) => keyOf((found = this.#entryAt(position))) === reference,
    );
    return number ? found : undefined;
  }

  /** What came by itself, by the reference of what it is about. */
  findSequel(kind: SequelKind | 'chargeback_answered', reference: string): LedgerEntry | undefined {
    return this.find(`${kind} ${reference}`);
  }

  /** What was approved, or came by itself, under an authorization, oldest first. */
  followUps(authorization: string): LedgerEntry[] {
    this.#read();
    const number = this.#numberOf(authorization);
    return this.#index.followUps(number).map((position) => this.#entryAt(position));
  }

  /** Entries that something is still to come of. */
  awaited(): LedgerEntry[] {
    this.#read();
    return [...this.#awaited.values()];
  }

  /** Stops waiting for a sequel that does not come after all. */
  forgetSequel(sequel: LedgerEntry): void {
    this.#awaited.delete(keyOf(sequel));
  }

  /** A part of the book, oldest entry first; `next` is where to read on. */
  page(after: string | null, limit: number): { entries: ReportedEntry[]; next: string } {
    this.#read();
    const entries: ReportedEntry[] = [];
    // A place that is not there yet is one in a book that was lost, and this is the new one.
    let next = Number(after) > this.#lines.end ? 0 : Number(after);
    for (const line of this.#lines.from(next)) {
      const entry = parseEntry(line.text);
      if (entry && isReported(entry) && this.#counts(entry, line.position)) entries.push(entry);
      next = line.next;
      if (entries.length === limit) break;
    }
    return { entries, next: String(next) };
  }

  append(entry: LedgerEntry): void {
    this.#lines.append(JSON.stringify(entry));
    this.#read();
  }

  close(): void {
    this.#lines.close();
  }

  #read(): void {
    for (const { position, text } of this.#lines.added()) {
      const entry = parseEntry(text);
      if (entry) this.#keep(entry, position);
    }
  }

  #keep(entry: LedgerEntry, position: number): void {
    const key = keyOf(entry);
    for (const ended of endedBy(entry)) this.#awaited.delete(ended);
    if (this.#numberOf(key)) return;
    const number = this.#index.add(key, position);
    const sequel = getSequel(entry);
    if (sequel) this.#awaited.set(keyOf(sequel), entry);
    if (!entry.authorization || (entry.outcome !== 'approved' && !isSequel(entry))) return;
    const authorization = this.#numberOf(entry.authorization);
    if (authorization) this.#index.chain(authorization, number);
  }

  #numberOf(key: string): number {
    return this.#index.find(key, (position) => keyOf(this.#entryAt(position)) === key);
  }

  #entryAt(position: number): LedgerEntry {
    return JSON.parse(this.#lines.at(position)) as LedgerEntry;
  }

  /** Two processes may have booked one reference in the same moment; what came first counts. */
  #counts(entry: LedgerEntry, position: number): boolean {
    const key = keyOf(entry);
    const first = this.#index.find(
      key,
      (candidate) => candidate === position || keyOf(this.#entryAt(candidate)) === key,
    );
    return this.#index.position(first) === position;
  }
}

/** An entry, or null for a line that a crash left unfinished. */
function parseEntry(text: string): LedgerEntry | null {
  try {
    return JSON.parse(text) as LedgerEntry;
  } catch {
    return null;
  }
}

function isReported(entry: LedgerEntry): entry is ReportedEntry {
  return entry.kind !== 'chargeback_answered';
}

/** A sequel carries the reference of what it is about, so its kind is needed to tell the two apart. */
function keyOf(entry: LedgerEntry): string {
  return isSequel(entry) ? `${entry.kind} ${entry.reference}` : entry.reference;
}

/** What does not come any more once an entry is there: itself, and of a dispute the other end. */
function endedBy(entry: LedgerEntry): string[] {
  const ends = ['chargeback_won', 'chargeback_lost'] as const;
  return ends.some((kind) => kind === entry.kind)
    ? ends.map((kind) => keyOf({ ...entry, kind }))
    : [keyOf(entry)];
}

function isSequel({ kind }: LedgerEntry): boolean {
  return kind === 'refund_failed' || kind.startsWith('chargeback_');
}

import {
  unreportedKinds,
  type LedgerEntry,
  type ScheduledEventKind,
  type ReportedEntry,
} from './ledger-entry';
import { LedgerIndex } from './ledger-index';
import { FileLines, MemoryLines, type Lines } from './ledger-lines';
import { getScheduledEvent } from './scheduled-events';

/**
 * The simulator's ledger: an append-only file that survives a killed process, as a bank's ledger would.
 * Several processes may share one, and each reads the others' entries before it acts. Memory holds only an
 * index. Without a file, everything is in memory.
 */
export class Ledger {
  readonly #index = new LedgerIndex();
  readonly #lines: Lines;
  /** Entries with a scheduled event, by the event's key. */
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

  /** Events on the acquirer's own initiative, by the reference that they concern. */
  findEvent(
    kind: ScheduledEventKind | 'chargeback_answered' | 'challenge',
    reference: string,
  ): LedgerEntry | undefined {
    return this.find(`${kind} ${reference}`);
  }

  /** The approved operations and events of an authorization, oldest first. */
  followUps(authorization: string): LedgerEntry[] {
    this.#read();
    const number = this.#numberOf(authorization);
    return this.#index.followUps(number).map((position) => this.#entryAt(position));
  }

  /** Entries with a scheduled event. */
  awaited(): LedgerEntry[] {
    this.#read();
    return [...this.#awaited.values()];
  }

  /** Cancels a scheduled event that won't happen. */
  cancelScheduledEvent(event: LedgerEntry): void {
    this.#awaited.delete(keyOf(event));
  }

  /** A page of the ledger, oldest entry first. `next` is the next position. */
  page(after: string | null, limit: number): { entries: ReportedEntry[]; next: string } {
    this.#read();
    const entries: ReportedEntry[] = [];
    // A position beyond the end belongs to a lost ledger, and this is a new one.
    let next = Number(after) > this.#lines.end ? 0 : Number(after);
    for (const line of this.#lines.from(next)) {
      const entry = parseEntry(line.text);
      if (entry && isReported(entry) && this.#counts(entry, line.position)) entries.push(entry);
      next = line.next;
      if (entries.length === limit) break;
    }
    return { entries, next: String(next) };
  }

  /** The position after the last entry. */
  get end(): string {
    return String(this.#lines.end);
  }

  append(...entries: readonly LedgerEntry[]): void {
    this.#lines.append(...entries.map((entry) => JSON.stringify(entry)));
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
    const event = getScheduledEvent(entry);
    if (event) this.#awaited.set(keyOf(event), entry);
    if (!entry.authorization || (entry.outcome !== 'approved' && !isScheduledEvent(entry))) return;
    const authorization = this.#numberOf(entry.authorization);
    if (authorization) this.#index.chain(authorization, number);
  }

  #numberOf(key: string): number {
    return this.#index.find(key, (position) => keyOf(this.#entryAt(position)) === key);
  }

  #entryAt(position: number): LedgerEntry {
    return JSON.parse(this.#lines.at(position)) as LedgerEntry;
  }

  /** Two processes may have recorded one reference at the same time. Only the first one is in the index. */
  #counts(entry: LedgerEntry, position: number): boolean {
    return this.#index.find(keyOf(entry), (candidate) => candidate === position) !== 0;
  }
}

/** An entry. Null for a line that a crash left unfinished. */
function parseEntry(text: string): LedgerEntry | null {
  try {
    return JSON.parse(text) as LedgerEntry;
  } catch {
    return null;
  }
}

function isReported(entry: LedgerEntry): entry is ReportedEntry {
  return !unreportedKinds.some((kind) => kind === entry.kind);
}

/** A scheduled event has the reference of its subject, so its kind distinguishes the two. */
function keyOf(entry: LedgerEntry): string {
  const isSeparate = isScheduledEvent(entry) || entry.kind === 'challenge';
  return isSeparate ? `${entry.kind} ${entry.reference}` : entry.reference;
}

/** The scheduled events that an entry rules out: itself and, for a dispute, the other outcome. */
function endedBy(entry: LedgerEntry): string[] {
  const ends = ['chargeback_won', 'chargeback_lost'] as const;
  return ends.some((kind) => kind === entry.kind)
    ? ends.map((kind) => keyOf({ ...entry, kind }))
    : [keyOf(entry)];
}

function isScheduledEvent({ kind }: LedgerEntry): boolean {
  return kind === 'refund_failed' || kind.startsWith('chargeback_');
}

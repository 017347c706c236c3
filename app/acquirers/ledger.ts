import { closeSync, fstatSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DeclineCode } from './decline-codes';
import { sequelOf } from './sequels';
import type { Fate } from './test-cards';

/** What the acquirer books of its own accord, after an entry and because of it. */
export type SequelKind = 'refund_failed' | 'chargeback_opened' | 'chargeback_won' | 'chargeback_lost';

/** One line of an acquirer's book. It never holds a card. */
export type LedgerEntry = {
  reference: string;
  kind: 'authorize' | 'capture' | 'void' | 'refund' | SequelKind;
  /** The reference of the authorization a follow-up belongs to. */
  authorization?: string;
  amountMinor: number;
  currency: string;
  captured?: boolean;
  outcome: 'approved' | DeclineCode;
  /** When, ISO 8601; lines of earlier versions do not say. */
  at?: string;
  fate?: Fate;
};

/**
 * The simulator's book: an append-only file, so that what it has done outlives a process that is killed, as a bank's
 * book would. Several processes may share one; each reads what the others have added before it acts.
 */
export class Ledger {
  readonly #entries = new Map<string, LedgerEntry>();
  readonly #followUps = new Map<string, LedgerEntry[]>();
  readonly #order: LedgerEntry[] = [];
  /** Entries that something is still to come of, by the key of what that is. */
  readonly #awaited = new Map<string, LedgerEntry>();
  readonly #file: number | undefined;
  #offset = 0;

  constructor(path: string | undefined) {
    if (!path) return;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.#file = openSync(path, 'a+', 0o600);
  }

  find(reference: string): LedgerEntry | undefined {
    this.#read();
    return this.#entries.get(reference);
  }

  /** What was approved, or came by itself, under an authorization, oldest first. */
  followUps(authorization: string): LedgerEntry[] {
    this.#read();
    return this.#followUps.get(authorization) ?? [];
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
  page(after: string | null, limit: number): { entries: LedgerEntry[]; next: string } {
    this.#read();
    const from = Number(after ?? 0);
    const entries = this.#order.slice(from, from + limit);
    return { entries, next: String(from + entries.length) };
  }

  append(entry: LedgerEntry): void {
    if (this.#file === undefined) return this.#keep(entry);
    writeSync(this.#file, `${JSON.stringify(entry)}\n`);
    this.#read();
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
  }

  #read(): void {
    if (this.#file === undefined) return;
    const { size } = fstatSync(this.#file);
    if (size <= this.#offset) return;
    const added = Buffer.alloc(size - this.#offset);
    readSync(this.#file, added, 0, added.length, this.#offset);
    const whole = added.lastIndexOf(10) + 1;
    this.#offset += whole;
    for (const line of added.toString('utf8', 0, whole).split('\n')) if (line) this.#keep(JSON.parse(line) as LedgerEntry);
  }

  #keep(entry: LedgerEntry): void {
    const key = keyOf(entry);
    this.#awaited.delete(key);
    if (this.#entries.has(key)) return;
    this.#entries.set(key, entry);
    this.#order.push(entry);
    const sequel = sequelOf(entry);
    if (sequel) this.#awaited.set(keyOf(sequel), entry);
    if (!entry.authorization || (entry.outcome !== 'approved' && !isSequel(entry))) return;
    const others = this.#followUps.get(entry.authorization);
    if (others) others.push(entry);
    else this.#followUps.set(entry.authorization, [entry]);
  }
}

/** A sequel carries the reference of what it is about, so its kind is needed to tell the two apart. */
function keyOf(entry: LedgerEntry): string {
  return isSequel(entry) ? `${entry.kind} ${entry.reference}` : entry.reference;
}

function isSequel({ kind }: LedgerEntry): boolean {
  return kind === 'refund_failed' || kind.startsWith('chargeback_');
}

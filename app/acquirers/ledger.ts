import { closeSync, fstatSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DeclineCode } from './decline-codes';

/** One line of an acquirer's book. It never holds a card. */
export type LedgerEntry = {
  reference: string;
  kind: 'authorize' | 'capture' | 'void' | 'refund';
  /** The reference of the authorization a follow-up belongs to. */
  authorization?: string;
  amountMinor: number;
  currency: string;
  captured?: boolean;
  outcome: 'approved' | DeclineCode;
};

/**
 * The simulator's book: an append-only file, so that what it has done outlives a process that is killed, as a bank's
 * book would. Several processes may share one; each reads what the others have added before it acts.
 */
export class Ledger {
  readonly #entries = new Map<string, LedgerEntry>();
  readonly #followUps = new Map<string, LedgerEntry[]>();
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

  /** Approved follow-ups of an authorization, oldest first. */
  followUps(authorization: string): LedgerEntry[] {
    this.#read();
    return this.#followUps.get(authorization) ?? [];
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
    if (this.#entries.has(entry.reference)) return;
    this.#entries.set(entry.reference, entry);
    if (!entry.authorization || entry.outcome !== 'approved') return;
    const others = this.#followUps.get(entry.authorization);
    if (others) others.push(entry);
    else this.#followUps.set(entry.authorization, [entry]);
  }
}

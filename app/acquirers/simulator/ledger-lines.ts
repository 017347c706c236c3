import { appendFileSync, closeSync, fstatSync, mkdirSync, openSync, readSync } from 'node:fs';
import { dirname } from 'node:path';

/** A line, its position, and the position of the next line. */
type Line = { position: number; text: string; next: number };

/** Append-only lines. */
export interface Lines {
  append(...texts: string[]): void;
  /** The lines added since the last call, by any process. */
  added(): Iterable<Line>;
  /** The end position as of the last call. */
  readonly end: number;
  /** The lines from a position to the end. */
  from(position: number): Iterable<Line>;
  at(position: number): string;
  close(): void;
}

const chunkBytes = 64 * 1024;
const lineBytes = 512;
const newline = 10;
const shorterFile = 'the ledger is shorter than before';

/** The lines of a file that several processes may append to. A position is a byte offset. */
export class FileLines implements Lines {
  end = 0;
  readonly #file: number;

  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.#file = openSync(path, 'a+', 0o600);
    this.#endTornLine();
  }

  append(...texts: string[]): void {
    appendFileSync(this.#file, texts.map((text) => `${text}\n`).join(''));
  }

  *added(): Iterable<Line> {
    const { size } = fstatSync(this.#file);
    for (const line of this.#scan(this.end, size)) {
      this.end = line.next;
      yield line;
    }
  }

  from(position: number): Iterable<Line> {
    return this.#scan(position, this.end);
  }

  at(position: number): string {
    for (let room = lineBytes; ; room *= 4) {
      const read = this.#bytes(position, room);
      const end = read.indexOf(newline);
      if (end !== -1) return read.toString('utf8', 0, end);
      if (read.length < room) throw new Error(shorterFile);
    }
  }

  close(): void {
    closeSync(this.#file);
  }

  *#scan(from: number, to: number): Iterable<Line> {
    let room = chunkBytes;
    for (let start = from; start < to;) {
      const length = Math.min(room, to - start);
      const read = this.#bytes(start, length);
      if (read.length < length) throw new Error(shorterFile);
      let begin = 0;
      for (let end = read.indexOf(newline); end !== -1; end = read.indexOf(newline, begin)) {
        yield { position: start + begin, text: read.toString('utf8', begin, end), next: start + end + 1 };
        begin = end + 1;
      }
      // What remains at the end is a line that another process is still writing.
      if (start + length === to) return;
      if (begin === 0) room *= 4;
      start += begin;
    }
  }

  /** Fewer bytes than `length` at the end of the file. */
  #bytes(position: number, length: number): Buffer {
    const buffer = Buffer.allocUnsafe(length);
    return buffer.subarray(0, readSync(this.#file, buffer, 0, length, position));
  }

  /** A line cut off by a full disk or a power failure. It was never reported as written. */
  #endTornLine(): void {
    const { size } = fstatSync(this.#file);
    const last = Buffer.alloc(1);
    if (size && readSync(this.#file, last, 0, 1, size - 1) && last[0] !== newline) this.append('');
  }
}

/** Lines in this process's memory. A position is a line number. */
export class MemoryLines implements Lines {
  end = 0;
  readonly #texts: string[] = [];

  append(...texts: string[]): void {
    this.#texts.push(...texts);
  }

  *added(): Iterable<Line> {
    for (; this.end < this.#texts.length; this.end++) yield this.#line(this.end);
  }

  *from(position: number): Iterable<Line> {
    for (let next = position; next < this.end; next++) yield this.#line(next);
  }

  at(position: number): string {
    return this.#texts[position]!;
  }

  close(): void {}

  #line(position: number): Line {
    return { position, text: this.#texts[position]!, next: position + 1 };
  }
}

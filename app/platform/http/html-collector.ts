import { Writable } from 'node:stream';

/** Collects what React's renderToPipeableStream writes, and hands the whole page over at the end. */
export function createHtmlCollector(onComplete: (page: Uint8Array<ArrayBuffer>) => void): Writable {
  const parts: Buffer[] = [];
  return new Writable({
    write(part: Buffer, _, done) {
      parts.push(trimPadding(part));
      done();
    },
    final(done) {
      onComplete(Buffer.concat(parts));
      done();
    },
  });
}

/**
 * React 18 writes parts of 2,048 bytes, and leaves zero bytes at the end if the next character has several
 * bytes and doesn't fit (facebook/react#26228). Otherwise, no page contains U+0000.
 */
function trimPadding(part: Buffer): Buffer {
  let end = part.length;
  while (end > 0 && part[end - 1] === 0) end -= 1;
  return part.subarray(0, end);
}

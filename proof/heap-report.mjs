// Preloaded into a server (node --expose-gc --import): on SIGUSR2, collects all garbage, and reports in HEAP_REPORTS how
// many bytes remain.
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

process.on('SIGUSR2', () => {
  globalThis.gc();
  const file = join(process.env.HEAP_REPORTS, String(process.pid));
  writeFileSync(`${file}.new`, String(process.memoryUsage().heapUsed));
  renameSync(`${file}.new`, file);
});

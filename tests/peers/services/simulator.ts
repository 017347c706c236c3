import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { z } from 'zod';
import type { faultsSchema } from '~/acquirers/simulator/faults';
import type { LedgerEntry } from '~/acquirers/simulator/ledger-entry';
import { freePort } from './free-port';

const startSeconds = 60;

export type SimulatorPeer = {
  port: number;
  setFaults(faults: z.input<typeof faultsSchema>): Promise<void>;
  /** The entries of its ledger for the test environment. */
  readLedger(): LedgerEntry[];
  stop(): Promise<void>;
};

/** The acquirer as a separate process with its own ledger. */
export async function startSimulator(): Promise<SimulatorPeer> {
  const folder = mkdtempSync(join(tmpdir(), 'tillway-simulator-'));
  const port = await freePort();
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'scripts/simulator.ts', '--port', String(port), '--folder', folder],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = new Promise((resolve) => child.once('close', resolve));
  const timer = setTimeout(() => child.kill('SIGKILL'), startSeconds * 1000);
  await new Promise((resolve, reject) => {
    child.stdout.once('data', resolve);
    child.once('close', () => reject(new Error('the simulator did not start')));
  });
  clearTimeout(timer);
  return {
    port,
    async setFaults(faults) {
      const { status } = await fetch(`http://127.0.0.1:${port}/faults`, {
        method: 'PUT',
        body: JSON.stringify(faults),
      });
      if (status !== 200) throw new Error('the simulator does not know such a fault');
    },
    readLedger: () =>
      readFileSync(join(folder, 'simulator-test.jsonl'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as LedgerEntry),
    async stop() {
      child.kill();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

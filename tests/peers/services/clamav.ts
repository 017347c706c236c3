import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram, waitForConnections } from './program';

/**
 * A harmless file that every virus scanner reports; in two parts, so that this source file is not reported.
 */
export const eicar = Buffer.from(
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD', 'ANTIVIRUS-TEST-FILE!$H+H*'].join('-'),
);

export type ClamPeer = { socketPath: string; stop(): Promise<void> };

/** A real clamd with a single signature, so it doesn't need to download the large ones. */
export async function startClamd(): Promise<ClamPeer> {
  const folder = mkdtempSync('/tmp/tillway-clamd-');
  const socketPath = join(folder, 'clamd.ctl');
  const signatures = join(folder, 'signatures');
  mkdirSync(signatures);
  writeFileSync(
    join(signatures, 'test.hsb'),
    `${createHash('sha256').update(eicar).digest('hex')}:${eicar.length}:Test-File:73\n`,
  );
  const conf = join(folder, 'clamd.conf');
  writeFileSync(
    conf,
    `LocalSocket ${socketPath}\nDatabaseDirectory ${signatures}\nTemporaryDirectory ${folder}\nForeground yes\n`,
  );
  const daemon = spawn(findProgram('clamd'), ['--config-file', conf], { stdio: 'ignore' });
  const end = new Promise<void>((resolve) =>
    daemon.once('exit', () => resolve()).once('error', () => resolve()),
  );
  const stop = async () => {
    daemon.kill();
    await end;
    rmSync(folder, { recursive: true, force: true });
  };
  if (!(await waitForConnections({ path: socketPath }, end))) {
    await stop();
    throw new Error('clamd did not start. Is it missing? Run: apt-get install clamav-daemon');
  }
  return { socketPath, stop };
}

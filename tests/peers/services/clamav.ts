import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const startSeconds = 30;

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
  const daemon = spawn(existsSync('/usr/sbin/clamd') ? '/usr/sbin/clamd' : 'clamd', ['--config-file', conf], {
    stdio: 'ignore',
  });
  let ended = false;
  const end = new Promise<void>((resolve) =>
    daemon.once('exit', resolve).once('error', () => resolve()),
  ).then(() => void (ended = true));
  const stop = async () => {
    daemon.kill();
    await end;
    rmSync(folder, { recursive: true, force: true });
  };
  for (
    const deadline = performance.now() + startSeconds * 1000;
    !(await acceptsConnections(socketPath));
    await wait(50)
  ) {
    if (!ended && performance.now() < deadline) continue;
    await stop();
    throw new Error('clamd did not start. Is it missing? Run: apt-get install clamav-daemon');
  }
  return { socketPath, stop };
}

function acceptsConnections(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => (socket.destroy(), resolve(true)));
    socket.once('error', () => resolve(false));
  });
}

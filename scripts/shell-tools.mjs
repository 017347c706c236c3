import { spawnSync } from 'node:child_process';
import { aptInstall } from './apt.mjs';

/** What the guides' examples are typed with; Debian's are installed where they are missing and this is root. */
export async function findShellTools() {
  const missing = ['bash', 'curl', 'openssl'].filter(
    (tool) => spawnSync(tool, ['--version'], { stdio: 'ignore' }).error,
  );
  if (missing.length) await aptInstall(missing.join(' and '), missing, 'and put them on the PATH');
}

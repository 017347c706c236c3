import { spawnSync } from 'node:child_process';
import { aptInstall } from './apt.mjs';

/** The tools for the guides' examples. As root, installs Debian's if they're missing. */
export async function findShellTools() {
  const missing = ['bash', 'curl', 'openssl'].filter(
    (tool) => spawnSync(tool, ['--version'], { stdio: 'ignore' }).error,
  );
  if (missing.length) await aptInstall(missing.join(' and '), missing, 'and put them on the PATH');
}

import { existsSync } from 'node:fs';
import { quietly, StepError, step } from '../processes/step.mjs';

const options = [
  '-y',
  '-qq',
  '--no-install-recommends',
  '-o',
  'DPkg::Lock::Timeout=120',
  '-o',
  'Acquire::Retries=3',
];
const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };

/** Installs what the tests need on Debian as root. Elsewhere, says what to run. */
export async function aptInstall(name, packages, otherwise) {
  const command = `apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  if (!existsSync('/usr/bin/apt-get')) throw new StepError(`${name} is missing. Install it, ${otherwise}.`);
  if (process.getuid() !== 0)
    throw new StepError(`${name} is missing. Run as root: ${command}; ${otherwise}.`);
  await step(`Installing ${name}`, async () => {
    const problem = `${name} could not be installed. Run: apt-get update && ${command}; ${otherwise}.`;
    // A fresh machine's package lists are empty or outdated, which shows only when they're used.
    await quietly('apt-get', ['install', ...options, ...packages], { env, silent: true, problem }).catch(
      async () => {
        await quietly('apt-get', ['update', '-qq', '-o', 'Acquire::Retries=3'], { env, problem });
        await quietly('apt-get', ['install', ...options, ...packages], { env, problem });
      },
    );
  });
}

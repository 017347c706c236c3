import { existsSync, readFileSync } from 'node:fs';
import { alone } from './exclusive-lock.mjs';
import { quietly, step } from '../processes/step.mjs';

/** npm's own setting. An image sets it, because only the build needs the development packages. */
const omitsDev = /\bdev\b/.test(process.env.NPM_CONFIG_OMIT ?? '');

/** Installs the packages of package-lock.json, if they're missing. */
export async function install() {
  if (isInstalled()) return;
  await alone(async () => {
    if (isInstalled()) return;
    await step('Installing packages', () =>
      // The build needs development packages, which npm omits with NODE_ENV=production.
      npm(
        ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
        'The packages could not be installed. Check the network and run npm ci.',
      ),
    );
  });
}

/** npm writes a list of installed packages at the end of an installation. It's compared with the lockfile. */
function isInstalled() {
  if (!existsSync('node_modules/.package-lock.json')) return false;
  const installed = packagesIn('node_modules/.package-lock.json');
  return Object.entries(packagesIn('package-lock.json')).every(
    ([path, wanted]) =>
      path === '' ||
      (installed[path]
        ? installed[path].version === wanted.version
        : wanted.optional || (omitsDev && (wanted.dev || wanted.devOptional))),
  );
}

function packagesIn(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

/** The npm that runs this script, or the one on the PATH. */
function npm(args, problem) {
  const cli = process.env.npm_execpath;
  return cli?.endsWith('.js')
    ? quietly(process.execPath, [cli, ...args], { problem })
    : quietly('npm', args, { problem });
}

import '../setup/node-version.mjs';
import { loadEnvironment } from './env-file.mjs';
import { generate } from '../setup/generate.mjs';
import { install } from '../setup/install.mjs';
import { aloud, command } from './step.mjs';

/** Runs one of the product's TypeScript files with the arguments and settings of this process. */
export function runProductScript(path) {
  return command(async () => {
    loadEnvironment();
    await install();
    await generate();
    process.exitCode = await aloud(process.execPath, ['--import', 'tsx', path, ...process.argv.slice(2)]);
  });
}

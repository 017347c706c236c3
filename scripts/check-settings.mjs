// npm run check-settings: what would prevent startup in production mode, and warnings. Starts and changes
// nothing.
import './node-version.mjs';
import { loadEnvironment } from './env-file.mjs';
import { generate } from './generate.mjs';
import { install } from './install.mjs';
import { aloud, command } from './step.mjs';

await command(async () => {
  loadEnvironment();
  await install();
  await generate();
  process.exitCode = await aloud(process.execPath, ['--import', 'tsx', 'scripts/check-settings.ts']);
});

// npm run check-settings: what would stop a start in production mode, and what somebody should know. Nothing is started or changed.
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

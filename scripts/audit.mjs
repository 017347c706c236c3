// npm run audit -- verify: whether the audit log is intact. Without arguments, prints its usage.
import './node-version.mjs';
import { loadEnvironment } from './env-file.mjs';
import { generate } from './generate.mjs';
import { install } from './install.mjs';
import { aloud, command } from './step.mjs';

await command(async () => {
  loadEnvironment();
  await install();
  await generate();
  process.exitCode = await aloud(process.execPath, [
    '--import',
    'tsx',
    'scripts/audit.ts',
    ...process.argv.slice(2),
  ]);
});

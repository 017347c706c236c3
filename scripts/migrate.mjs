import './setup/node-version.mjs';
import { loadEnvironment } from './processes/env-file.mjs';
import { generate } from './setup/generate.mjs';
import { install } from './setup/install.mjs';
import { aloud, command, StepError } from './processes/step.mjs';

await command(async () => {
  loadEnvironment();
  if (!process.env.DATABASE_URL && !process.env.MIGRATION_DATABASE_URL)
    throw new StepError('DATABASE_URL: set the database to migrate. npm start migrates the embedded one.');
  await install();
  await generate();
  process.exitCode = await aloud(process.execPath, [
    '--import',
    'tsx',
    'scripts/product/apply-migrations.ts',
  ]);
});

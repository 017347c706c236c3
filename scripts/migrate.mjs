import './node-version.mjs';
import { loadEnvironment } from './env-file.mjs';
import { generate } from './generate.mjs';
import { install } from './install.mjs';
import { aloud, command, StepError } from './step.mjs';

await command(async () => {
  loadEnvironment();
  if (!process.env.DATABASE_URL && !process.env.MIGRATION_DATABASE_URL)
    throw new StepError('DATABASE_URL: set the database to migrate. npm start migrates the embedded one.');
  await install();
  await generate();
  process.exitCode = await aloud(process.execPath, ['--import', 'tsx', 'scripts/apply-migrations.ts']);
});

// npm run bench: all benchmarks. npm run bench -- memory: a single one of bench/.
import './setup/node-version.mjs';
import { existsSync } from 'node:fs';
import { aptInstall } from './setup/apt.mjs';
import { bundle } from './setup/bundle.mjs';
import { generate } from './setup/generate.mjs';
import { install } from './setup/install.mjs';
import { findPostgres } from './setup/postgres.mjs';
import { aloud, command, StepError } from './processes/step.mjs';

const question = process.argv[2] ?? 'rates';

await command(async () => {
  if (!existsSync(`bench/${question}.ts`)) throw new StepError(`bench/ has no benchmark named ${question}.`);
  await install();
  await generate();
  await bundle();
  process.env.PGBIN = await findPostgres();
  if (!existsSync('/usr/bin/wrk')) await aptInstall('wrk', ['wrk'], 'or put it into /usr/bin');
  process.exitCode = await aloud(process.execPath, ['--import', 'tsx', `bench/${question}.ts`]);
});

// npm run proof -- 60: an hour of races, crashes, outages, fuzzed requests and load. npm run proof -- 60 races,soak
// runs only some parts.
import './node-version.mjs';
import { bundle } from './bundle.mjs';
import { generate } from './generate.mjs';
import { install } from './install.mjs';
import { findPeers } from './peers.mjs';
import { findPostgres } from './postgres.mjs';
import { aloud, command } from './step.mjs';

await command(async () => {
  await install();
  await generate();
  await bundle();
  process.env.PGBIN = await findPostgres();
  await findPeers();
  process.exitCode = await aloud(process.execPath, [
    '--import',
    'tsx',
    'proof/proof.ts',
    ...process.argv.slice(2),
  ]);
});

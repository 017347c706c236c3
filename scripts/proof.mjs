// npm run proof -- 60: an hour of races, crashes, outages, fuzzed requests and load. npm run proof -- 60 races,soak
// runs only some parts.
import './setup/node-version.mjs';
import { bundle } from './setup/bundle.mjs';
import { generate } from './setup/generate.mjs';
import { install } from './setup/install.mjs';
import { findPeers } from './setup/peers.mjs';
import { findPostgres } from './setup/postgres.mjs';
import { aloud, command } from './processes/step.mjs';

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

import './setup/node-version.mjs';
import { bundle } from './setup/bundle.mjs';
import { generate } from './setup/generate.mjs';
import { install } from './setup/install.mjs';
import { command } from './processes/step.mjs';

await command(async () => {
  await install();
  await generate();
  await bundle();
});

import './node-version.mjs';
import { bundle } from './bundle.mjs';
import { generate } from './generate.mjs';
import { install } from './install.mjs';
import { command } from './step.mjs';

await command(async () => {
  await install();
  await generate();
  await bundle();
});

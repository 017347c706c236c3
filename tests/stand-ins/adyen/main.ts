// node --import tsx tests/stand-ins/adyen/main.ts --port 4300 --options '{"captureDelay":"manual"}':
// Adyen's APIs as a separate process.
import { parseArgs } from 'node:util';
import type { AdyenStandInOptions } from './options';
import { startAdyenStandIn } from './server';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    /** As JSON: the options of startAdyenStandIn. */
    options: { type: 'string', default: '{}' },
  },
});

const options = JSON.parse(values.options) as AdyenStandInOptions;
const standIn = await startAdyenStandIn({ ...options, port: Number(values.port) });
console.log(standIn.origin);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void standIn.close());

// node --import tsx tests/stand-ins/stripe/main.ts --port 4200 --options '{"multicapture":true}':
// Stripe's API as a separate process.
import { parseArgs } from 'node:util';
import type { StripeStandInOptions } from './options';
import { startStripeStandIn } from './server';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    /** As JSON: the options of startStripeStandIn. */
    options: { type: 'string', default: '{}' },
  },
});

const options = JSON.parse(values.options) as StripeStandInOptions;
const standIn = await startStripeStandIn({ ...options, port: Number(values.port) });
console.log(standIn.origin);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void standIn.close());

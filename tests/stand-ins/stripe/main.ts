// node --import tsx tests/stand-ins/stripe/main.ts --port 4200: Stripe's API as a separate process.
import { parseArgs } from 'node:util';
import { startStripeStandIn } from './server';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    host: { type: 'string' },
    'secret-key': { type: 'string' },
    'webhook-secret': { type: 'string' },
    'webhook-url': { type: 'string' },
    'connected-account': { type: 'string', multiple: true },
    multicapture: { type: 'boolean' },
  },
});

const given = Object.fromEntries(
  Object.entries({
    host: values.host,
    secretKey: values['secret-key'],
    webhookSecret: values['webhook-secret'],
    webhookUrl: values['webhook-url'],
    connectedAccounts: values['connected-account'],
    multicapture: values.multicapture,
  }).filter(([, value]) => value !== undefined),
);
const standIn = await startStripeStandIn({ port: Number(values.port), ...given });
console.log(standIn.origin);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void standIn.close());

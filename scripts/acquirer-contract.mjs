// npm run acquirer-contract -- stripe: tests a processor's sandbox with the contract that every acquirer must pass. It needs
// the sandbox's keys, and makes test payments there.
import './setup/node-version.mjs';
import { generate } from './setup/generate.mjs';
import { install } from './setup/install.mjs';
import { aloud, command, StepError } from './processes/step.mjs';

const sandboxes = {
  stripe: {
    required: { STRIPE_SANDBOX_KEY: /^[rs]k_test_/ },
    help: `  STRIPE_SANDBOX_KEY           a secret or restricted key of a sandbox: sk_test_… or rk_test_…
  STRIPE_SANDBOX_MULTICAPTURE  true if the account can capture a payment several times`,
  },
  adyen: {
    required: {
      ADYEN_SANDBOX_KEY: /./,
      ADYEN_SANDBOX_MERCHANT_ACCOUNT: /./,
      ADYEN_SANDBOX_HMAC_KEY: /^[0-9A-Fa-f]{64}$/,
      ADYEN_SANDBOX_WEBHOOK_USER: /./,
      ADYEN_SANDBOX_WEBHOOK_PASSWORD: /./,
    },
    help: `  ADYEN_SANDBOX_KEY               the API key of a test account
  ADYEN_SANDBOX_MERCHANT_ACCOUNT  the merchant account
  ADYEN_SANDBOX_HMAC_KEY          the HMAC key of a standard webhook, 64 hexadecimal digits
  ADYEN_SANDBOX_WEBHOOK_USER      the webhook's user
  ADYEN_SANDBOX_WEBHOOK_PASSWORD  the webhook's password
  ADYEN_SANDBOX_WEBHOOK_PORT      the port on this machine to which you forward the webhook's URL: 4600 by default
  ADYEN_SANDBOX_WEBHOOK_SECONDS   how long to wait for a webhook: 60 by default
  ADYEN_SANDBOX_MULTICAPTURE      true if the account can capture a payment several times`,
  },
};

await command(async () => {
  const [name, ...others] = process.argv.slice(2);
  if (!Object.hasOwn(sandboxes, name ?? ''))
    throw new StepError(
      `Name the processor: npm run acquirer-contract -- ${Object.keys(sandboxes).join(' or ')}`,
    );
  const { required, help } = sandboxes[name];
  const wrong = Object.entries(required).filter(([key, pattern]) => !pattern.test(process.env[key] ?? ''));
  if (wrong.length)
    throw new StepError(
      `Set ${wrong.map(([key]) => key).join(', ')} for the sandbox. Never use live keys:\n\n${help}`,
    );
  await install();
  await generate();
  process.exitCode = await aloud(process.execPath, [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...['--config', 'tests/acquirer-contract/sandbox/vitest.config.ts'],
    `tests/acquirer-contract/sandbox/${name}.sandbox.ts`,
    ...others,
  ]);
});

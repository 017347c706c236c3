import { mkdtempSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StatementEntry } from '~/acquirers/acquirer';
import { createSimulatorClient } from '~/acquirers/simulator/client';
import { createSimulatorServer } from '~/acquirers/simulator/server';
import type { Simulator } from '~/acquirers/simulator/simulator';
import { testContract, type Balance, type PaymentReferences } from './contract';

const { signal } = new AbortController();

async function readBalance(acquirer: Simulator, { authorization }: PaymentReferences): Promise<Balance> {
  const { entries } = await acquirer.readStatement(null, 1_000, signal);
  const sum = (...kinds: StatementEntry['kind'][]) =>
    entries
      .filter((entry) => kinds.includes(entry.kind) && (!('approved' in entry) || entry.approved))
      .filter((entry) => entry.authorization === authorization)
      .reduce((total, { amountMinor }) => total + amountMinor, 0);
  const captured = sum('authcap', 'capture');
  return {
    held: sum('authorize', 'authcap') - captured - sum('void'),
    captured,
    refunded: sum('refund') - sum('refund_failed'),
  };
}

testContract('simulator', async () => {
  const server = createSimulatorServer(mkdtempSync(join(tmpdir(), 'contract-')));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const acquirer = createSimulatorClient(origin, 'test');
  const setFaults = (faults: object[]) =>
    fetch(`${origin}/faults`, { method: 'PUT', body: JSON.stringify(faults) });
  return {
    acquirer,
    cards: {
      approved: '4242424242424242',
      declined: {
        do_not_honor: '4000000000000002',
        insufficient_funds: '4000000000009995',
        lost_card: '4000000000009987',
        stolen_card: '4000000000009979',
        expired_card: '4000000000000069',
        incorrect_cvc: '4000000000000127',
      },
      challenged: '4000002760003184',
      challengedOnRequest: '4000000000003055',
      wrongAddress: '4000000000000010',
    },
    readBalance: (references) => readBalance(acquirer, references),
    completeChallenge: async ({ authorization }, result) => {
      const simulated = result === 'confirmed' ? 'authenticated' : 'failed';
      await acquirer.simulateAuthentication!(authorization, simulated, signal);
    },
    loseAnswer: async ({ operation, effect }) => {
      await setFaults([
        { fault: effect === 'before' ? 'cut_before' : 'cut_after', operations: [operation], times: 1 },
      ]);
    },
  };
});

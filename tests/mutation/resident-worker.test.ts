import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { beforeAll, test } from 'vitest';
import { runMutant, runUnchanged, type MutantRun } from './resident-worker';

/** Runs tests for resident-runner.mjs until that ends the process. Tests can't run within a test, but within a hook. */
beforeAll(async () => {
  const socket = connect(process.env.MUTATION_SOCKET!);
  for await (const line of createInterface({ input: socket })) {
    const message = JSON.parse(line) as { kind: 'dry'; files: string[] } | ({ kind: 'mutant' } & MutantRun);
    const reply = await (message.kind === 'dry' ? runUnchanged(message.files) : runMutant(message)).catch(
      (error: unknown) => ({ error: String(error) }),
    );
    socket.write(`${JSON.stringify(reply)}\n`);
  }
}, 0);

test('starts the hook above', () => {});

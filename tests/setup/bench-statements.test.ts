import { expect, test } from 'vitest';
import { buildScript } from '../../bench/load/pgbench';

// The benchmark itself takes minutes and isn't part of the tests.
test.each(['authorize', 'capture', 'refund', 'get'] as const)(
  'the benchmark has a value for each parameter of %s',
  async (call) => {
    expect(await buildScript(call)).toMatch(/^\\set [\s\S]+;$/);
  },
);

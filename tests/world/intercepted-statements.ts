import { vi } from 'vitest';
import { paymentPool, pool } from '~/platform/database/db.server';

type Query = (...args: unknown[]) => Promise<unknown>;

const readName = (args: unknown[]) => (args[0] as { name?: string }).name;

/**
 * Replaces the runs of a named statement, on every pool, while `isActive`.
 * @returns a function that ends it
 */
export function interceptStatement(
  name: string,
  run: (query: () => Promise<unknown>, values: unknown[]) => Promise<unknown>,
  isActive: () => boolean = () => true,
): () => void {
  const spies = [...new Set([pool, paymentPool])].map((one) => {
    const query = one.query.bind(one) as Query;
    return vi
      .spyOn(one, 'query')
      .mockImplementation((async (...args: unknown[]) =>
        readName(args) === name && isActive()
          ? run(() => query(...args), (args[0] as { values: unknown[] }).values)
          : query(...args)) as never);
  });
  return () => spies.forEach((spy) => spy.mockRestore());
}

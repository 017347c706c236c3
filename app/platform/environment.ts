/** Live moves real money, test does not (spec 1). A fact of the address that is called, and part of every key. */
export type Environment = 'test' | 'live';

export const environments = ['test', 'live'] as const satisfies readonly Environment[];

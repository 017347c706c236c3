/** Live moves real money, test doesn't (spec 1). Determined by the request's URL, and part of every key. */
export type Environment = 'test' | 'live';

export const environments = ['test', 'live'] as const satisfies readonly Environment[];

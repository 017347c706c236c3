/**
 * Settings for statements that find every row by its key: indexes, nested loops, and one plan for all values. On a
 * table with few rows, all indexes look alike to the planner, so reading many entries of one is made expensive.
 * deploy/pgbouncer.ini repeats them.
 */
export const lookupSettings = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_memoize: 'off',
  cpu_index_tuple_cost: '100',
  plan_cache_mode: 'force_generic_plan',
  // A row that another transaction keeps locked must not hold up the other payments.
  lock_timeout: '5s',
};

/** The same as a startup parameter. */
export const lookupOptions = Object.entries(lookupSettings)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

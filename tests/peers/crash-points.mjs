// Preloaded into a server (node --import): kills it exactly before or after a statement reaches the database,
// or a request the acquirer. The file in CRASH_PLAN says where. Without it, nothing happens.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import process from 'node:process';
import pg from 'pg';

const planFile = process.env.CRASH_PLAN;
// Every request may be in a batch of its own, so that a plan can wait for several batches.
globalThis.tillwaySingletons = new Map([['batch-writers', 10]]);
const arrived = {};
const gathered = {};
let everyone;
const meeting = new Promise((resolve) => (everyone = resolve));
let prepared;

/**
 * `moment` and `at`: the statements, or `booking`, before or after which to exit, once this many of each have
 * arrived. Earlier ones wait for the others. `gather`: statements after which all wait for each other and
 * then continue. `hold`: statements that are never sent. `sql`: statements to run before the timers' first
 * run.
 */
function readPlan() {
  return fs.existsSync(planFile) ? JSON.parse(fs.readFileSync(planFile, 'utf8')) : null;
}

function arrive({ at }, name, rows = 1) {
  arrived[name] = (arrived[name] ?? 0) + rows;
  if (!Object.entries(at).every(([each, count]) => arrived[each] >= count)) return;
  fs.writeFileSync(`${planFile}.reached`, '');
  process.kill(process.pid, 'SIGKILL');
  // The signal may take a moment, in which nothing more may happen.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

const never = () => new Promise(() => {});

function gather({ gather: wanted }, name, rows) {
  gathered[name] = (gathered[name] ?? 0) + rows;
  if (Object.entries(wanted).every(([each, count]) => gathered[each] >= count)) everyone();
  return meeting;
}

/** A batched statement has an array literal for each column, the first of them with IDs. Others write one row. */
const countRows = (value) =>
  typeof value === 'string' && value.startsWith('{"') ? JSON.parse(`[${value.slice(1, -1)}]`).length : 1;

const query = pg.Pool.prototype.query;
pg.Pool.prototype.query = function (statement, ...rest) {
  const name = statement?.name;
  const plan = name && readPlan();
  if (!plan) return query.call(this, statement, ...rest);
  const rows = countRows(statement.values?.[0]);
  return (async () => {
    if (name === 'take-turn') await (prepared ??= prepare(this, plan.sql));
    const here = name in plan.at;
    if (plan.hold?.includes(name)) await never();
    if (here && plan.moment === 'before') await (arrive(plan, name, rows), never());
    const result = await query.call(this, statement, ...rest);
    if (plan.gather && name in plan.gather) await gather(plan, name, rows);
    if (here) await (arrive(plan, name, rows), never());
    return result;
  })();
};

async function prepare(pool, statements = []) {
  for (const statement of statements) await query.call(pool, statement);
}

for (const name of ['appendFileSync', 'writeSync']) {
  const write = fs[name];
  fs[name] = (file, text, ...rest) => {
    const plan =
      typeof file === 'number' && typeof text === 'string' && text.startsWith('{"reference"')
        ? readPlan()
        : null;
    const here = plan && 'booking' in plan.at;
    if (here && plan.moment === 'before') arrive(plan, 'booking');
    const written = write(file, text, ...rest);
    if (here && plan.moment === 'after') arrive(plan, 'booking');
    return written;
  };
}
syncBuiltinESMExports();

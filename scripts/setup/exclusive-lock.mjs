import { mkdirSync, renameSync, rmdirSync, statSync, utimesSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { step } from '../processes/step.mjs';

// Not in build/ or node_modules/, which the lock's holders empty.
const folder = '.starting';
const heartbeatMs = 1_000;
/** A lock that wasn't touched for this long belongs to a process that has ended. */
const abandonedMs = 10_000;
/** Identifies our lock: while the machine slept, another process may have replaced it. */
let own;

/** Runs work exclusively in one checkout. Others wait. */
export async function alone(work) {
  if (!take()) await step('Waiting for another process to start in this folder', waitForTurn);
  const heartbeat = setInterval(
    () => isOwn() && succeeds(() => utimesSync(folder, new Date(), new Date()), 'ENOENT'),
    heartbeatMs,
  );
  process.once('exit', release);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    process.off('exit', release);
    release();
  }
}

async function waitForTurn() {
  while (!take()) await sleep(200);
}

function take() {
  if (isAbandoned(folder)) takeAway();
  if (!succeeds(() => mkdirSync(folder), 'EEXIST')) return false;
  own = statSync(folder).ino;
  return true;
}

function isOwn() {
  return statSync(folder, { throwIfNoEntry: false })?.ino === own;
}

/**
 * If several processes remove an abandoned lock, one is first. Another one that removes the new lock instead
 * puts it back.
 */
function takeAway() {
  const away = `${folder}.${process.pid}`;
  if (!succeeds(() => renameSync(folder, away), 'ENOENT')) return;
  if (isAbandoned(away)) rmdirSync(away);
  else renameSync(away, folder);
}

function isAbandoned(lock) {
  const touched = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
  return touched !== undefined && touched < Date.now() - abandonedMs;
}

function release() {
  if (isOwn()) succeeds(() => rmdirSync(folder), 'ENOENT');
}

function succeeds(change, expected) {
  try {
    change();
    return true;
  } catch (error) {
    if (error.code !== expected) throw error;
    return false;
  }
}

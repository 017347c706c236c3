import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { alone } from './exclusive-lock.mjs';

// Stored with the packages, so that a new installation starts without stamps.
const folder = 'node_modules/.cache/tillway';

/** Runs `work` unless it has run for the same sources and its results still exist. */
export async function unlessStamped(name, { sources, results }, work) {
  const file = join(folder, name);
  const stamp = fingerprint(sources);
  const isDone = () =>
    results.every((result) => existsSync(result)) && existsSync(file) && readFileSync(file, 'utf8') === stamp;
  if (isDone()) return;
  await alone(async () => {
    if (isDone()) return;
    await work();
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, stamp);
  });
}

function fingerprint(sources) {
  const hash = createHash('sha256').update(process.versions.node.split('.')[0]).update(process.cwd());
  for (const file of sources.filter((source) => existsSync(source)).flatMap(filesIn))
    hash.update(`\0${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => !/\.test\.tsx?$/.test(name) && join(path, name) !== generated)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name }) => filesIn(join(path, name)));
}

const generated = join('app', 'platform', 'prisma');

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstall } from './apt.mjs';

/** The folder of PostgreSQL's programs. As root, installs Debian's if there is none. */
export async function findPostgres() {
  const found = () =>
    [process.env.PGBIN, ...debian()].find((folder) => folder && existsSync(join(folder, 'initdb')));
  if (!found()) await aptInstall('PostgreSQL', ['postgresql'], 'or name the folder of its programs in PGBIN');
  return found();
}

function debian() {
  const folder = '/usr/lib/postgresql';
  const versions = existsSync(folder) ? readdirSync(folder).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => join(folder, version, 'bin'));
}

import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ensurePrivateFolder } from './data-folder.server';

const migrationFolder = resolve('prisma/migrations');

/**
 * The build's migrated and otherwise empty database. Its name contains a hash of the migrations, so that another
 * version's is never used.
 */
export function getTemplateFolder(): string {
  const hash = createHash('sha256');
  for (const path of readdirSync(migrationFolder, { recursive: true, encoding: 'utf8' }).sort())
    if (path.endsWith('.sql')) hash.update(`\0${path}\0`).update(readFileSync(join(migrationFolder, path)));
  return resolve('build/database', hash.digest('hex').slice(0, 16));
}

/**
 * Creates the folder of a new embedded database from the template, if there is one: that saves two
 * seconds. The copy is complete or doesn't exist.
 */
export function copyTemplate(folder: string, template = getTemplateFolder()): void {
  if (existsSync(folder) || !existsSync(template)) return;
  const copy = `${folder}.copy`;
  rmSync(copy, { recursive: true, force: true });
  ensurePrivateFolder(copy);
  cpSync(template, copy, { recursive: true });
  renameSync(copy, folder);
}

import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ensurePrivateFolder } from './data-folder.server';

const migrationFolder = resolve('prisma/migrations');

/**
 * The migrated, otherwise empty database from the build. Its name contains a hash of the migrations, so a template
 * from another version is never used.
 */
export function getTemplateFolder(): string {
  const hash = createHash('sha256');
  for (const path of readdirSync(migrationFolder, { recursive: true, encoding: 'utf8' }).sort())
    if (path.endsWith('.sql')) hash.update(`\0${path}\0`).update(readFileSync(join(migrationFolder, path)));
  return resolve('build/database', hash.digest('hex').slice(0, 16));
}

/**
 * Copies the template to start a new embedded database, which saves two seconds. A killed process leaves no
 * incomplete database.
 */
export function copyTemplate(folder: string, readTemplateFolder = getTemplateFolder): void {
  if (existsSync(folder)) return;
  const template = readTemplateFolder();
  if (!existsSync(template)) return;
  const copy = `${folder}.copy`;
  rmSync(copy, { recursive: true, force: true });
  ensurePrivateFolder(copy);
  cpSync(template, copy, { recursive: true });
  renameSync(copy, folder);
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { config } from '~/platform/config.server';
import { once } from '~/platform/once.server';
import { diskStorage, uploadPath, type DiskStorage } from './disk';
import { s3Storage } from './s3';
import type { Storage } from './storage';

/** The folder that stands in for a bucket; null where there is one. */
export const diskStore: DiskStorage | null = config.s3
  ? null
  : once('document-folder', () =>
      diskStorage(config.dataDir === 'memory:' ? passingFolder() : config.dataDir),
    );

/** Where files come to us; null where browsers send them to a bucket. */
export const ownUploadPath = diskStore && uploadPath;

/** Where this installation keeps documents. */
export const documentStore: Storage = diskStore ?? once('document-bucket', () => s3Storage(config.s3!));

/** As the database that is held in memory, it is gone with the process. */
function passingFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tillway-documents-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { config } from '~/platform/config/config.server';
import { singleton } from '~/platform/concurrency/singleton.server';
import { createDiskStorage, uploadPath, type DiskStorage } from './disk';
import { createS3Storage } from './s3';
import type { Storage } from './storage';

/** The folder that stands in for a bucket; null where there is one. */
export const diskStore: DiskStorage | null = config.s3
  ? null
  : singleton('document-folder', () =>
      createDiskStorage(config.dataDir === 'memory:' ? createTemporaryFolder() : config.dataDir),
    );

/** Where files come to us; null where browsers send them to a bucket. */
export const ownUploadPath = diskStore && uploadPath;

/** Where this installation keeps documents. */
export const documentStore: Storage =
  diskStore ?? singleton('document-bucket', () => createS3Storage(config.s3!));

/** As the database that is held in memory, it is gone with the process. */
function createTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tillway-documents-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

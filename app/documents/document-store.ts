import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { config } from '~/platform/config/config.server';
import { singleton } from '~/platform/concurrency/singleton.server';
import { createDiskStorage, uploadPath, type DiskStorage } from './disk';
import { createS3Storage } from './s3';
import type { Storage } from './storage';

/** The folder that replaces a bucket. Null with a bucket. */
export const diskStore: DiskStorage | null = config.s3
  ? null
  : singleton('document-folder', () =>
      createDiskStorage(config.dataDir === 'memory:' ? createTemporaryFolder() : config.dataDir),
    );

/** Where uploads are received. Null when browsers send them to a bucket. */
export const ownUploadPath = diskStore && uploadPath;

/** This installation's document storage. */
export const documentStore: Storage =
  diskStore ?? singleton('document-bucket', () => createS3Storage(config.s3!));

/** Temporary, like an in-memory database. */
function createTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tillway-documents-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

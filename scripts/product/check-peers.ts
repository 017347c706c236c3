import nodemailer from 'nodemailer';
import type pg from 'pg';
import { documentStore } from '../../app/documents/document-store';
import { config } from '../../app/platform/config/config.server';
import { mergeFindings, type Findings } from '../../app/platform/config/findings';
import { isLoopbackHost } from '../../app/platform/config/production-settings';
import {
  listPendingMigrations,
  UnsupportedDatabaseError,
} from '../../app/platform/database/migrations/migrations.server';
import { missingSecretKeys } from '../../app/vault/secret-rotation';

const timeoutMs = 10_000;

/**
 * Checks that startup doesn't wait for, but operators want beforehand: migrations, missing keys, the mail
 * server, and the bucket.
 */
export async function checkPeers(database: pg.Client): Promise<Findings> {
  let pending: string[];
  try {
    pending = await listPendingMigrations(database as unknown as pg.Pool);
  } catch (error) {
    if (!(error instanceof UnsupportedDatabaseError)) throw error;
    return { refusals: [`DATABASE_URL: ${error.message}`], warnings: [] };
  }
  return mergeFindings(
    {
      refusals: pending.length
        ? [`DATABASE_URL: the database lacks migrations (${pending.join(', ')}). Run: npm run migrate`]
        : await missingSecretKeys(database),
      warnings: [],
    },
    { refusals: [], warnings: [...(await checkMailServer()), ...(await checkBucket())] },
  );
}

async function checkMailServer(): Promise<string[]> {
  const url = config.smtpUrl!;
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  const transport = nodemailer.createTransport({
    url,
    requireTLS: !isLoopbackHost(new URL(url).hostname),
    ...timeouts,
  });
  try {
    await transport.verify();
    return [];
  } catch (error) {
    return [`SMTP_URL: the mail server rejected the login (${getErrorCode(error)})`];
  } finally {
    transport.close();
  }
}

async function checkBucket(): Promise<string[]> {
  try {
    await documentStore.has('documents/check-settings');
    await documentStore.list('audit-anchors');
    return (await documentStore.hasObjectLock())
      ? []
      : [
          'S3_BUCKET: without object lock, so anyone with its key can delete the anchors of the audit log. Use a bucket with object lock, and allow the key s3:GetBucketObjectLockConfiguration',
        ];
  } catch (error) {
    return [`S3_ENDPOINT: the bucket did not respond as expected (${getErrorCode(error)})`];
  }
}

function getErrorCode(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return String(code ?? name);
}

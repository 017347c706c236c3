import nodemailer from 'nodemailer';
import type pg from 'pg';
import { documentStore } from '../app/documents/document-store';
import { config } from '../app/platform/config.server';
import { together, type Findings } from '../app/platform/findings';
import { isThisMachine } from '../app/platform/live-settings';
import { pendingMigrations, UnsupportedDatabaseError } from '../app/platform/migrations.server';
import { missingSecretKeys } from '../app/vault/secret-rotation';

const waitMs = 10_000;

/** What a start does not wait for, and an operator wants to know before: migrations, keys that are missing, the mail server, the bucket. */
export async function judgePeers(database: pg.Client): Promise<Findings> {
  let pending: string[];
  try {
    pending = await pendingMigrations(database as unknown as pg.Pool);
  } catch (error) {
    if (!(error instanceof UnsupportedDatabaseError)) throw error;
    return { refusals: [`DATABASE_URL: ${error.message}`], warnings: [] };
  }
  return together(
    {
      refusals: pending.length
        ? [`DATABASE_URL: the database lacks migrations (${pending.join(', ')}). Run: npm run migrate`]
        : await missingSecretKeys(database),
      warnings: [],
    },
    { refusals: [], warnings: [...(await judgeMail()), ...(await judgeBucket())] },
  );
}

async function judgeMail(): Promise<string[]> {
  const url = config.smtpUrl!;
  const times = { connectionTimeout: waitMs, greetingTimeout: waitMs, socketTimeout: waitMs };
  const transport = nodemailer.createTransport({
    url,
    requireTLS: !isThisMachine(new URL(url).hostname),
    ...times,
  });
  try {
    await transport.verify();
    return [];
  } catch (error) {
    return [`SMTP_URL: the mail server does not take our login (${codeOf(error)})`];
  } finally {
    transport.close();
  }
}

async function judgeBucket(): Promise<string[]> {
  try {
    await documentStore.has('documents/check-settings');
    return [];
  } catch (error) {
    return [`S3_ENDPOINT: the bucket does not answer as it should (${codeOf(error)})`];
  }
}

function codeOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return String(code ?? name);
}

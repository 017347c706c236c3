import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, describe, expect, test } from 'vitest';
import { copyDemoFolder } from '../../peers/browser/demo-folder';
import { createDataDir, startExpectingFailure } from '../../peers/server';

const audit = (DATA_DIR: string, ...input: string[]) =>
  startExpectingFailure({ DATA_DIR }, [process.execPath, 'scripts/audit.mjs', ...input]);

const commands = ['audit verify', 'audit heads', 'audit accept-restore', 'audit-books', 'staff list'];

describe('without an installation', () => {
  const dataDir = createDataDir();
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
  const missing = `No installation here: there is no database in ${dataDir}. Set DATA_DIR to an installation’s folder, or DATABASE_URL to its database\n`;

  test.each(commands)('npm run %s fails with one line, and creates none', async (line) => {
    const [command, ...input] = line.split(' ');
    const { code, errorOutput } = await startExpectingFailure({ DATA_DIR: dataDir }, [
      process.execPath,
      `scripts/${command}.mjs`,
      ...input,
    ]);
    expect(errorOutput).toBe(missing);
    expect(code).toBe(1);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test('an empty database folder is not an installation, either', async () => {
    const folder = join(dataDir, 'database');
    mkdirSync(folder);
    const { code, errorOutput } = await audit(dataDir, 'verify');
    expect(errorOutput).toBe(missing);
    expect(code).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});

test(
  'npm run audit reports a chain that the database’s owner has rewritten',
  { timeout: 120_000 },
  async () => {
    const { DATA_DIR } = await copyDemoFolder();
    const intact = await audit(DATA_DIR, 'verify');
    expect(intact.output).toMatch(/^\d+ chains verified, 0 broken\.$/m);
    expect(intact.code).toBe(0);

    const database = new PGlite(join(DATA_DIR, 'database'));
    const { rows } = await database.query<{ account_id: string }>(
      `select account_id from audit_chains where sequence > 2 order by sequence desc limit 1`,
    );
    const accountId = rows[0]!.account_id;
    // What an attacker with the owner's login would do, in one transaction.
    await database.exec(`
    begin;
    alter table audit_entries disable trigger user;
    alter table audit_links disable trigger user;
    alter table audit_anchors disable trigger user;
    update audit_entries set actor = 'portal:usr_nobody' where id = (select entry_id from audit_links where account_id = '${accountId}' and sequence = 2);
    delete from audit_links where account_id = '${accountId}';
    update audit_chains set sequence = 0, hash = repeat('0', 64) where account_id = '${accountId}';
    select chain_audit_entry(e) from audit_entries e where coalesce(account_id, '') = '${accountId}' order by id;
    delete from audit_anchors where account_id = '${accountId}';
    commit`);
    await database.close();

    const broken = await audit(DATA_DIR, 'verify');
    expect(broken.output).toMatch(
      new RegExp(`^${accountId || '\\(no account\\)'}: broken\\. Entry .* differs from the anchor`, 'm'),
    );
    expect(broken.output).toMatch(/^\d+ chains verified, 1 broken\.$/m);
    expect(broken.code).toBe(1);
  },
);

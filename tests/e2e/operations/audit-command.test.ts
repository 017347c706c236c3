import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { expect, onTestFinished, test } from 'vitest';
import { copyDemoFolder } from '../../peers/browser/demo-folder';
import { createDataDir, startExpectingFailure } from '../../peers/server';

const audit = (DATA_DIR: string, ...input: string[]) =>
  startExpectingFailure({ DATA_DIR }, [process.execPath, 'scripts/audit.mjs', ...input]);

test.each(['audit', 'audit-books'])(
  'npm run %s fails without an installation, and creates none',
  async (command) => {
    const dataDir = createDataDir();
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const { code, output } = await startExpectingFailure({ DATA_DIR: dataDir }, [
      process.execPath,
      `scripts/${command}.mjs`,
      'verify',
    ]);
    expect(output).toContain(`DATA_DIR: there is no database in ${dataDir}.`);
    expect(code).toBe(1);
    expect(readdirSync(dataDir)).toEqual([]);
  },
);

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

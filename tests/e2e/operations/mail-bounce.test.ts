import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { expect, onTestFinished, test } from 'vitest';
import { copyDemoFolder } from '../../peers/browser/demo-folder';
import { createDataDir } from '../../peers/server';
import { writeBounce } from '../../world/mails/bounce-messages';

/** Runs the command as a mail server's alias does. */
async function pipe(dataDir: string, message: Buffer) {
  const child = spawn(process.execPath, ['scripts/mail-bounce.mjs'], {
    env: { ...process.env, NODE_ENV: 'development', DATA_DIR: dataDir, DATABASE_URL: '' },
  });
  child.stdin.end(message);
  const [output, errorOutput, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.on('close', resolve)),
  ]);
  return { output: output.trim().split('\n').at(-1), errorOutput, code };
}

test('a bounce that a mail server pipes in marks its email, and other messages end without an error', async () => {
  const { DATA_DIR: dataDir } = await copyDemoFolder();
  const openDatabase = () => new PGlite(join(dataDir, 'database'));
  let database = openDatabase();
  const { rows } = await database.query<{ id: string; recipient: string }>(
    `update mails set status = 'sent' where id = (select min(id) from mails) returning id, recipient`,
  );
  await database.close();
  const { id, recipient } = rows[0]!;
  expect(await pipe(dataDir, Buffer.from('Subject: Out of office\r\n\r\nBack on Monday.'))).toMatchObject({
    output: 'Ignored: the message returns no email that this installation sent.',
    code: 0,
  });
  expect(await pipe(dataDir, Buffer.alloc(3 * 1024 * 1024, 'x'))).toMatchObject({
    output: 'Ignored: the message is too large to be a bounce.',
    code: 0,
  });
  expect(await pipe(dataDir, writeBounce({ messageId: `<${id}@localhost>`, recipient }))).toMatchObject({
    output: `${id} bounced (5.1.1).`,
    code: 0,
  });
  database = openDatabase();
  expect((await database.query(`select status, last_error from mails where id = $1`, [id])).rows).toEqual([
    { status: 'bounced', last_error: '5.1.1' },
  ]);
  await database.close();
}, 300_000);

test('without its database, the mail server has to try again later', { timeout: 60_000 }, async () => {
  const dataDir = createDataDir();
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const { code, errorOutput } = await pipe(dataDir, Buffer.from('x'));
  expect(errorOutput).toContain('No installation here');
  expect(code).toBe(75);
});

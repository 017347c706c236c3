import { execFileSync, spawn } from 'node:child_process';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDeployFile } from './deploy-file';
import { freePort } from './free-port';
import { serverAccount } from './postgres';
import { findProgram, waitForConnections } from './program';

/** The version of the installed PgBouncer: 1.18 is 118. */
export function pgbouncerVersion(): number {
  const output = execFileSync(findProgram('pgbouncer'), ['--version'], { encoding: 'utf8' });
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(output)!;
  return Number(major) * 100 + Number(minor);
}

/** The first version that keeps prepared statements. */
export const preparedStatementsVersion = 121;

/**
 * PgBouncer with `deploy/pgbouncer.ini`, in front of a database that trusts connections. An older version gets no
 * `max_prepared_statements`.
 */
export async function startPgbouncer(
  database: string,
): Promise<{ url: string; paymentUrl: string; stop(): Promise<void> }> {
  const { hostname, port, username, pathname } = new URL(database);
  const account = await serverAccount();
  const folder = await mkdtemp(join(tmpdir(), 'tillway-pgbouncer-'));
  const bind = await freePort();
  const users = join(folder, 'users.txt');
  await writeFile(users, `"${username}" ""\n`);
  const text = (
    await readDeployFile('pgbouncer.ini', {
      HOST: hostname,
      PORT: port,
      DATABASE: pathname.slice(1),
      USERS: users,
      BIND: String(bind),
    })
  ).replace('scram-sha-256', 'trust');
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(
    file,
    pgbouncerVersion() < preparedStatementsVersion ? text.replace(/^max_prepared.*$/m, '') : text,
  );
  await chmod(folder, 0o755);
  if (account) await chown(folder, account.uid, account.gid);
  const child = spawn(findProgram('pgbouncer'), [file], { ...account, stdio: 'ignore' });
  const end = new Promise((resolve) => child.once('exit', resolve).once('error', resolve));
  const stop = async () => {
    child.kill('SIGKILL');
    await end;
    await rm(folder, { recursive: true, force: true });
  };
  if (!(await waitForConnections({ port: bind }, end))) {
    await stop();
    throw new Error('PgBouncer did not start. Is it missing? Run: apt-get install pgbouncer');
  }
  const url = (name: string) => `postgresql://${username}@127.0.0.1:${bind}/${name}`;
  return {
    url: url('tillway'),
    paymentUrl: url('tillway_payments'),
    stop,
  };
}

import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown, copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Certificate } from './certificates';
import { freePort } from './free-port';

const runProgram = promisify(execFile);

export type Postgres = {
  /** As the superuser. */
  url: string;
  /** Its data folder, and the system account that runs it. */
  data: string;
  account: { uid: number; gid: number } | undefined;
  /** The folder of its programs. */ bin: string;
  processId: number;
  /** Ends all its processes at once, as a power failure would. */
  crash(): Promise<void>;
  /** Starts it again after a crash. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

type PostgresOptions = {
  /** Where its folder is created. */
  parent?: string;
  superuser?: string;
  durable?: boolean;
  passwords?: boolean;
  certificate?: Certificate;
  settings?: Record<string, string>;
};

/**
 * Starts a temporary PostgreSQL on loopback with its own folder, port and data. Unless `durable`, a power
 * failure would damage it. `settings` are those of postgresql.conf. With `passwords`, every role except its
 * owner needs one; with a `certificate`, it accepts only TLS.
 */
export async function startPostgres({
  // The checkout may be in a folder that only root can enter, and the server doesn't run as root.
  parent = '/tmp',
  superuser = 'tillway',
  durable = false,
  passwords = false,
  certificate,
  settings = {},
}: PostgresOptions = {}): Promise<Postgres> {
  const bin = postgresFolder();
  const folder = await mkdtemp(join(parent, 'tillway-postgres-'));
  const account = await serverAccount();
  if (account) await chown(folder, account.uid, account.gid);
  const processOptions = { ...account, cwd: '/' };
  const data = join(folder, 'data');
  const port = await freePort();
  await runProgram(
    join(bin, 'initdb'),
    [
      '-D',
      data,
      '-U',
      superuser,
      '-A',
      'trust',
      '--no-sync',
      '--no-instructions',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
    ],
    processOptions,
  );
  if (passwords)
    await writeFile(
      join(data, 'pg_hba.conf'),
      `host all ${superuser} 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n`,
    );
  if (certificate) {
    await writeFile(join(data, 'pg_hba.conf'), 'hostssl all all 127.0.0.1/32 trust\n');
    for (const [name, file] of [
      ['server.key', certificate.key],
      ['server.crt', certificate.certificate],
    ] as const) {
      await copyFile(file, join(data, name));
      if (account) await chown(join(data, name), account.uid, account.gid);
    }
  }
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c max_connections=100`;
  const nonDurableSettings = ['fsync', 'synchronous_commit', 'full_page_writes'].map(
    (setting) => `-c ${setting}=off`,
  );
  const serverOptions = [
    options,
    ...(durable ? [] : nonDurableSettings),
    ...(certificate ? ['-c ssl=on'] : []),
    ...Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`),
  ].join(' ');
  const control = (...args: string[]) =>
    runProgram(join(bin, 'pg_ctl'), ['-D', data, '-w', '-s', ...args], processOptions);
  const start = async () => void (await control('-l', join(folder, 'log'), '-o', serverOptions, 'start'));
  const crash = async () => void (await control('-m', 'immediate', 'stop'));
  await start();
  return {
    bin,
    processId: Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0]),
    url: `postgresql://${superuser}@127.0.0.1:${port}/postgres`,
    data,
    account,
    crash,
    restart: start,
    async stop() {
      await crash().catch(() => {});
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The folder of PostgreSQL's programs: PGBIN, or the newest that Debian has installed. */
export function postgresFolder(): string {
  const versions = existsSync('/usr/lib/postgresql')
    ? readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a))
    : [];
  const candidates = [process.env.PGBIN, ...versions.map((version) => `/usr/lib/postgresql/${version}/bin`)];
  const found = candidates.find((folder) => folder && existsSync(join(folder, 'initdb')));
  if (!found)
    throw new Error(
      'PostgreSQL is missing. Run: apt-get install postgresql, or name the folder of its programs in PGBIN',
    );
  return found;
}

/** PostgreSQL refuses to run as root, so root uses the account that its package creates. */
export async function serverAccount(): Promise<{ uid: number; gid: number } | undefined> {
  if (userInfo().uid !== 0) return undefined;
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await runProgram('id', [flag, 'postgres'])).stdout)),
  );
  return { uid: uid!, gid: gid! };
}

// npm run drill -- failover: builds a cluster of three database machines here, and takes them down one by one while
// merchants take payments. npm run drill -- upgrade: replaces processes by the next version. npm run drill -- restore:
// restores a backup as the guide says. As root on Debian, installs the programs that they need.
import './setup/node-version.mjs';
import { existsSync } from 'node:fs';
import { aptInstall } from './setup/apt.mjs';
import { bundle } from './setup/bundle.mjs';
import { generate } from './setup/generate.mjs';
import { install } from './setup/install.mjs';
import { findPostgres } from './setup/postgres.mjs';
import { aloud, command, StepError } from './processes/step.mjs';

const isFailover = process.argv[2] === 'failover';
const programs = {
  haproxy: '/usr/sbin/haproxy',
  ...(isFailover && {
    patroni: '/usr/bin/patroni',
    'etcd-server': '/usr/bin/etcd',
    iproute2: '/usr/sbin/ip',
  }),
};

await command(async () => {
  if (process.argv[2] === 'restore') {
    process.exitCode = await aloud(process.execPath, [
      'scripts/test.mjs',
      'tests/e2e/recovery/restore-drill.test.ts',
    ]);
    return;
  }
  if (isFailover && process.getuid() !== 0)
    throw new StepError('The drill cuts network connections between machines, so it must run as root.');
  await install();
  await generate();
  await bundle();
  process.env.PGBIN = await findPostgres();
  const missing = Object.keys(programs).filter((name) => !existsSync(programs[name]));
  if (missing.length) await aptInstall(missing.join(', '), missing, 'and start the drill again');
  process.exitCode = await aloud(process.execPath, [
    '--import',
    'tsx',
    'drill/drill.ts',
    ...process.argv.slice(2),
  ]);
});

import { spawnSync } from 'node:child_process';
import { aptInstall } from './apt.mjs';

/** The S3 server, virus scanner, and connection pooler for the tests. As root, installs Debian's if they're missing. */
export async function findPeers() {
  const missing = (...programs) =>
    programs.some((program) => spawnSync(program, ['--version'], { stdio: 'ignore', timeout: 20_000 }).error);
  if (missing('ceph-mon', 'ceph-osd', 'radosgw', 'ceph'))
    await aptInstall('radosgw', ['ceph-mon', 'ceph-osd', 'radosgw', 'ceph-common'], 'and put it on the PATH');
  if (missing('/usr/sbin/clamd') && missing('clamd'))
    await aptInstall('ClamAV', ['clamav-daemon'], 'and put clamd on the PATH');
  if (missing('pgbouncer') && missing('/usr/sbin/pgbouncer'))
    await aptInstall('PgBouncer', ['pgbouncer'], 'and put it on the PATH');
}

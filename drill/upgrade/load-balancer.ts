import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../../tests/peers/services/program';
import { freePort } from '../../tests/peers/services/free-port';
import { readDeployFile } from '../../tests/peers/services/deploy-file';

/** Starts HAProxy with `deploy/haproxy-processes.cfg`. */
export async function startLoadBalancer(
  ports: readonly number[],
): Promise<{ origin: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'tillway-haproxy-'));
  const port = await freePort();
  const file = join(folder, 'haproxy.cfg');
  await writeFile(
    file,
    await readDeployFile('haproxy-processes.cfg', {
      BIND: `127.0.0.1:${port}`,
      SERVERS: ports.map((target) => `    server process${target} 127.0.0.1:${target}`).join('\n'),
    }),
  );
  const child = spawn(findProgram('haproxy'), ['-db', '-f', file], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.on('close', resolve));
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

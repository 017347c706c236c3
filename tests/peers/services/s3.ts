import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, openSync, rmSync, writeFileSync, mkdirSync, closeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  CreateBucketCommand,
  ListObjectsV2Command,
  PutBucketCorsCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { Config } from '~/platform/config/config.server';
import { freePort } from './free-port';

const run = promisify(execFile);
const startSeconds = 60;

export type S3Peer = {
  settings: NonNullable<Config['s3']>;
  /** The same as environment variables. */
  env: Record<string, string>;
  /** Another key for the bucket. */
  addKey(): Promise<Record<string, string>>;
  /** A key without access to the bucket. */
  removeKey(env: Record<string, string>): Promise<void>;
  /** The objects in the bucket. */
  keys(): Promise<string[]>;
  /** Stops the gateway; the stored objects stay. */
  goOffline(): Promise<void>;
  goOnline(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * A real S3 on loopback, with a private bucket that accepts uploads from browsers on the portal's origin:
 * Ceph's gateway, which checks signatures and upload policies, with a store in memory.
 */
export async function startS3(portalOrigin = 'http://localhost:3000'): Promise<S3Peer> {
  const folder = mkdtempSync('/tmp/tillway-s3-');
  const [port, ...monitorPorts] = await Promise.all([freePort(), freePort(), freePort()]);
  const settings = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket: 'documents',
    accessKeyId: 'PORTALKEY',
    secretAccessKey: randomUUID(),
  };
  const conf = join(folder, 'ceph.conf');
  for (const name of ['mon', 'osd', 'rgw', 'run', 'log']) mkdirSync(join(folder, name));
  const fsid = randomUUID();
  writeFileSync(conf, configuration(folder, fsid, port!, monitorPorts));

  const daemons: ChildProcess[] = [];
  const ceph = (program: string, ...args: string[]) =>
    run(program, ['-c', conf, ...args], { timeout: startSeconds * 1000 });
  const daemon = (program: string, ...args: string[]) => {
    const log = openSync(join(folder, 'log', program), 'a');
    const started = spawn(program, ['-c', conf, '-f', ...args], { stdio: ['ignore', log, log] });
    closeSync(log);
    daemons.push(started);
    return started;
  };
  const gateway = async () => {
    const started = daemon('radosgw', '-n', 'client.rgw');
    for (const deadline = performance.now() + startSeconds * 1000; ; await wait(50)) {
      if (
        await fetch(settings.endpoint).then(
          ({ ok }) => ok,
          () => false,
        )
      )
        return started;
      if (started.exitCode !== null || performance.now() > deadline)
        throw new Error(`radosgw did not start; its log is in ${folder}`);
    }
  };
  const stop = async () => {
    await Promise.all(daemons.reverse().map(end));
    rmSync(folder, { recursive: true, force: true });
  };

  try {
    await run('monmaptool', [
      '--create',
      '--fsid',
      fsid,
      '--addv',
      'a',
      addresses(monitorPorts),
      join(folder, 'monmap'),
    ]);
    await ceph('ceph-mon', '--mkfs', '-i', 'a', '--monmap', join(folder, 'monmap'));
    daemon('ceph-mon', '-i', 'a');
    const disk = randomUUID();
    await ceph('ceph', 'osd', 'new', disk, '0');
    await ceph('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', disk);
    daemon('ceph-osd', '-i', '0');
    await ceph(
      'radosgw-admin',
      'user',
      'create',
      '--uid=portal',
      '--display-name=portal',
      `--access-key=${settings.accessKeyId}`,
      `--secret-key=${settings.secretAccessKey}`,
    );
    let gatewayProcess = await gateway();
    const { endpoint, region, bucket: Bucket, ...credentials } = settings;
    const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
    await client.send(new CreateBucketCommand({ Bucket }));
    const CORSRules = [{ AllowedMethods: ['POST'], AllowedOrigins: [portalOrigin], AllowedHeaders: ['*'] }];
    await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules } }));
    const env = {
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_BUCKET: Bucket,
      S3_ACCESS_KEY_ID: credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    };
    return {
      settings,
      env,
      async addKey() {
        const [id, secret] = [randomUUID().toUpperCase(), randomUUID()];
        await ceph(
          'radosgw-admin',
          'key',
          'create',
          '--uid=portal',
          '--key-type=s3',
          `--access-key=${id}`,
          `--secret-key=${secret}`,
        );
        return { ...env, S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret };
      },
      removeKey: async ({ S3_ACCESS_KEY_ID }) =>
        void (await ceph(
          'radosgw-admin',
          'key',
          'rm',
          '--uid=portal',
          '--key-type=s3',
          `--access-key=${S3_ACCESS_KEY_ID}`,
        )),
      keys: async () =>
        ((await client.send(new ListObjectsV2Command({ Bucket }))).Contents ?? []).map(({ Key }) => Key!),
      goOffline: () => end(gatewayProcess),
      goOnline: async () => void (gatewayProcess = await gateway()),
      stop,
    };
  } catch (error) {
    await stop();
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new Error('radosgw is missing. Run: apt-get install ceph-mon ceph-osd radosgw ceph-common', {
        cause: error,
      });
    throw error;
  }
}

async function end(daemon: ChildProcess): Promise<void> {
  if (daemon.exitCode !== null || daemon.signalCode !== null) return;
  const ended = new Promise((resolve) => daemon.once('exit', resolve));
  // Nothing in it needs to be written to disk.
  daemon.kill('SIGKILL');
  await ended;
}

const addresses = ([v2, v1]: number[]) => `[v2:127.0.0.1:${v2},v1:127.0.0.1:${v1}]`;

/** One monitor and one disk in memory: no replicas, no waiting for others, no login. */
function configuration(folder: string, fsid: string, port: number, monitorPorts: number[]): string {
  return `[global]
fsid = ${fsid}
mon host = ${addresses(monitorPorts)}
ms bind ipv6 = false
public addr = 127.0.0.1
cluster addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
mon allow pool size one = true
mon max pg per osd = 1000
osd crush chooseleaf type = 0
run dir = ${folder}/run
admin socket = ${folder}/run/$name.asok
pid file = ${folder}/run/$name.pid
log file = ${folder}/log/$name.log
mon data = ${folder}/mon
mon data avail crit = 1
osd data = ${folder}/osd
osd objectstore = memstore
memstore device bytes = 1073741824
osd class load list = *
osd class default list = *
osd op num shards = 1
osd op num threads per shard = 2
paxos propose interval = 0.05
paxos min wait = 0.01
ms mon client mode = crc secure
[client.rgw]
rgw data = ${folder}/rgw
rgw frontends = beast endpoint=127.0.0.1:${port}
rgw enable usage log = false
rgw thread pool size = 16
rgw enable gc threads = false
rgw enable lc threads = false
`;
}
